#include "core/build/links/flow_builder.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/raw_trace.h"

using namespace lanescope;

namespace {

struct BuiltFlows {
  explicit BuiltFlows(RawTrace& raw)
      : trace(raw), table(build_flows({raw.batches(), trace.global, trace.tracks})) {}

  /// One line a half: kind, id, phase, slice.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (std::uint32_t i = 0; i < table->size(); ++i) {
      all += std::string(trace.text(table->kinds[table->kind[i]].name)) + " " +
             std::to_string(table->id[i]) + " " + "stf"[static_cast<int>(table->phase[i])] + " " +
             trace.name_of(table->slice[i]) + "\n";
    }
    return all;
  }

  BuiltTrace trace;
  std::shared_ptr<const FlowTable> table;
};

}  // namespace

TEST_CASE("halves of one flow lie together by time, ids of two kinds stay apart") {
  RawTrace raw;
  raw.flow(FlowPhase::End, "fwdbwd", 7, 50);
  raw.flow(FlowPhase::End, "ac2g", 7, 30);
  raw.flow(FlowPhase::Start, "ac2g", 9, 5);
  raw.flow(FlowPhase::Start, "ac2g", 7, 10);
  raw.flow(FlowPhase::Step, "ac2g", 7, 20);
  raw.flow(FlowPhase::Start, "fwdbwd", 7, 1);
  CHECK(BuiltFlows(raw).text() ==
        "ac2g 7 s (none)\nac2g 7 t (none)\nac2g 7 f (none)\nac2g 9 s (none)\n"
        "fwdbwd 7 s (none)\nfwdbwd 7 f (none)\n");
}

TEST_CASE("a half sits on the slice the reader saw in front of it") {
  RawTrace raw;
  const RawRef first = raw.add({.name = "first", .start_ns = 10, .dur_ns = 0});
  raw.flow(FlowPhase::Start, "ac2g", 1, 10, first);
  raw.add({.name = "second", .start_ns = 10, .dur_ns = 5});
  CHECK(BuiltFlows(raw).text() == "ac2g 1 s first\n");
}

TEST_CASE("all flows of a slice are found by it") {
  RawTrace raw;
  const RawRef a = raw.add({.name = "a", .start_ns = 10, .dur_ns = 9});
  raw.flow(FlowPhase::Start, "ac2g", 5, 10, a);
  raw.flow(FlowPhase::Start, "fwdbwd", 1, 10, a);
  const RawRef b = raw.add({.name = "b", .start_ns = 12, .dur_ns = 1});
  raw.flow(FlowPhase::End, "ac2g", 5, 12, b);
  raw.flow(FlowPhase::End, "ac2g", 6, 99);
  const BuiltFlows flows(raw);
  std::string by_slice;
  for (const std::uint32_t i : flows.table->by_slice) {
    by_slice +=
        flows.trace.name_of(flows.table->slice[i]) + std::to_string(flows.table->id[i]) + " ";
  }
  CHECK(by_slice == "a5 a1 b5 ");
}

TEST_CASE("kinds are numbered by their names whatever worker met them first") {
  const auto build = [](std::uint32_t first, std::uint32_t second) {
    RawTrace raw(2);
    raw.begin_batch(first);
    raw.flow(FlowPhase::Start, "b", 1, 1);
    raw.begin_batch(second);
    raw.flow(FlowPhase::Start, "a", 2, 1);
    return BuiltFlows(raw).text();
  };
  CHECK(build(0, 1) == build(1, 0));
  CHECK(build(0, 1) == "a 2 s (none)\nb 1 s (none)\n");
}
