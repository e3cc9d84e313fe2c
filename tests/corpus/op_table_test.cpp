// The operator table against the one TensorBoard prints for the same trace.
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/analysis/registry.h"
#include "tests/corpus/corpus.h"
#include "tests/corpus/tensorboard_ops.h"

using namespace lanescope;

namespace {

constexpr const char* kSample = "references/tb-resnet50-workers0-v100.json.gz";

/// The operators of a table by name and by what they are grouped by.
std::map<std::pair<std::string, std::string>, OpRow> ops_of(const Snapshot& trace,
                                                            const OpTable& table) {
  std::map<std::pair<std::string, std::string>, OpRow> ops;
  for (const OpRow& row : table.rows) {
    if (row.annotation) continue;
    const auto lines = table.groups.lines(trace, row.group);
    ops[{std::string(trace.text(row.name)), lines.empty() ? "" : lines.front()}] = row;
  }
  return ops;
}

bool within_a_microsecond(Ns found_ns, std::int64_t wanted_us) {
  return std::abs(found_ns - wanted_us * 1000) <= 1000;
}

void check_row(const OpRow& row, const TensorboardOp& wanted) {
  CAPTURE(wanted.name);
  CHECK(row.calls == wanted.calls);
  CHECK(within_a_microsecond(row.self_device_ns, wanted.self_device_us));
  CHECK(within_a_microsecond(row.total_device_ns, wanted.device_us));
  CHECK(within_a_microsecond(row.self_cpu_no_runtime_ns, wanted.self_host_us));
  CHECK(within_a_microsecond(row.total_cpu_ns, wanted.host_us));
}

}  // namespace

TEST_CASE("operators by name are those of the TensorBoard plugin, every one") {
  const auto trace = corpus_trace(kSample);
  auto ops = ops_of(*trace, ops_by_group(*trace, whole_window()));
  CHECK(ops.size() == std::size(kTensorboardOps));
  CHECK(ops.size() == 76);
  for (const TensorboardOp& wanted : kTensorboardOps) check_row(ops[{wanted.name, ""}], wanted);
}

TEST_CASE("operators by name and input shape are those of the TensorBoard plugin") {
  const auto loaded = loaded_trace(kSample);
  const Snapshot& trace = *loaded.snapshot;
  const OpGroups groups = group_ops(trace, OpGroupBy::Shape, event_reader(loaded));
  auto ops = ops_of(trace, ops_by_group(trace, whole_window(), groups));
  CHECK(ops.size() == 577);
  for (const TensorboardOp& wanted : kTensorboardOpsByShape) {
    check_row(ops[{wanted.name, wanted.shapes}], wanted);
  }
}

TEST_CASE("whatever rows are grouped by, they add up to the rows by name") {
  for (const char* name : {"references/tb-resnet50-workers0-v100.json.gz",
                           "qwen05b-h100-stacks-memory.json.gz", "ns-nccl-v100.json.gz"}) {
    const auto loaded = loaded_trace(name);
    CAPTURE(name);
    const Snapshot& trace = *loaded.snapshot;
    std::map<StringId, OpRow> by_name;
    for (const OpRow& row : ops_by_group(trace, whole_window()).rows) {
      if (!row.user_annotation) by_name[row.name] = row;
    }
    for (const OpGroupBy by : {OpGroupBy::Shape, OpGroupBy::Stack, OpGroupBy::Module}) {
      const OpGroups groups = group_ops(trace, by, event_reader(loaded));
      std::map<StringId, OpRow> sums;
      for (const OpRow& row : ops_by_group(trace, whole_window(), groups).rows) {
        if (!row.user_annotation) sums[row.name].add(row);
      }
      REQUIRE(sums.size() == by_name.size());
      for (const auto& [op, sum] : sums) {
        CAPTURE(trace.text(op));
        CHECK(sum.count == by_name[op].count);
        CHECK(sum.calls == by_name[op].calls);
        CHECK(sum.self_cpu_ns == by_name[op].self_cpu_ns);
        CHECK(sum.self_device_ns == by_name[op].self_device_ns);
        CHECK(sum.self_device_bytes == by_name[op].self_device_bytes);
      }
    }
  }
}
