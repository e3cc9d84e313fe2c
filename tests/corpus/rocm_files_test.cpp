// Files of AMD's profilers against the numbers that an independent script read from them.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/readers/trace_loader.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;
using nlohmann::json;

namespace {

struct Sum {
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns first_ns = kMaxNs, last_ns = kMinNs;

  void add(const TimeRange& range) {
    ++count;
    total_ns += range.length_ns();
    first_ns = std::min(first_ns, range.begin_ns);
    last_ns = std::max(last_ns, range.end_ns);
  }
};

using Sums = std::map<std::string, Sum>;

/// Visits every slice with its track and the name of its category.
template <typename Visit>
void each_slice(const Snapshot& trace, const Visit& visit) {
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        const Category& category = trace.categories[index_of(chunk->category[i])];
        visit(track, trace.text(category.name), trace.text(chunk->name[i]), chunk->range(i));
      }
    }
  }
}

Sums by_category(const Snapshot& trace) {
  Sums sums;
  each_slice(trace, [&](const Track&, std::string_view category, std::string_view,
                        const TimeRange& range) { sums[std::string(category)].add(range); });
  return sums;
}

Sums by_name(const Snapshot& trace, std::string_view of_category) {
  Sums sums;
  each_slice(trace, [&](const Track&, std::string_view category, std::string_view name,
                        const TimeRange& range) {
    if (category == of_category) sums[std::string(name)].add(range);
  });
  return sums;
}

json expected_of(const std::string& name) {
  std::ifstream file(corpus_file(name + ".expected.json"));
  return json::parse(file);
}

/// The names with the largest totals, and how many names there are.
void check_names(const Sums& sums, const json& expected) {
  CHECK(sums.size() == expected["distinct"]);
  for (const json& one : expected["top"]) {
    const auto found = sums.find(one["name"].get<std::string>());
    CAPTURE(one["name"].get<std::string>());
    REQUIRE(found != sums.end());
    CHECK(found->second.count == one["count"]);
    CHECK(found->second.total_ns == one["total_ns"]);
  }
}

void check_time(const Sum& sum, const json& expected) {
  CHECK(sum.first_ns == expected["first_ns"]);
  CHECK(sum.last_ns == expected["last_ns"]);
}

/// Arguments of the slice of that name that begins then.
std::string arguments_at(const LoadedTrace& loaded, std::string_view name, Ns begin_ns) {
  for (const Track& track : loaded.snapshot->tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        if (chunk->start_ns[i] != begin_ns || loaded.snapshot->text(chunk->name[i]) != name)
          continue;
        const auto event = loaded.texts->json_of(chunk->place[i]);
        REQUIRE(event.ok());
        return event.value().find("args")->to_text();
      }
    }
  }
  return {};
}

/// Grids and blocks of the kernels that the script looked at closely.
void check_chains(const LoadedTrace& loaded, const json& chains) {
  for (const json& one : chains) {
    const json args = json::parse(
        arguments_at(loaded, one["name"].get<std::string>(), one["begin_ns"].get<Ns>()));
    CAPTURE(args.dump());
    CHECK(args["block"] == one["block"]);
    if (one.contains("grid_in_blocks")) CHECK(args["grid"] == one["grid_in_blocks"]);
    if (one.contains("lds_bytes")) CHECK(args["shared memory"] == one["lds_bytes"]);
    if (one.contains("arch_vgpr")) CHECK(args["VGPR count"] == one["arch_vgpr"]);
  }
}

std::uint64_t issues(const Snapshot& trace, std::string_view kind) {
  const auto& list = trace.report.issues;
  const auto at = std::ranges::find(list, kind, &LoadIssue::kind);
  return at == list.end() ? 0 : at->count;
}

}  // namespace

TEST_CASE("rocprofv3 JSON of a training: kernels, streams and agents") {
  const std::string name = "formats/908_results.json.gz";
  const json expected = expected_of(name)["processes"][0];
  const LoadedTrace loaded = loaded_trace(name);
  const Snapshot& trace = *loaded.snapshot;
  const Sum kernels = by_category(trace)["kernel"];
  CHECK(trace.report.complete);
  CHECK(kernels.count == expected["counts"]["kernels"]);
  CHECK(kernels.total_ns == expected["duration_sum_ns"]["kernels"]);
  check_time(kernels, expected["time"]);
  check_names(by_name(trace, "kernel"), expected["kernels_by_formatted_name"]);
  CHECK(trace.info.devices.size() == expected["counts"]["gpu_agents"]);
  CHECK(issues(trace, "launch_not_recorded") == kernels.count);

  std::map<std::int64_t, Sum> streams;
  each_slice(trace, [&](const Track& track, std::string_view, std::string_view,
                        const TimeRange& range) { streams[track.stream].add(range); });
  CHECK(streams.size() == expected["streams"]["distinct"]);
  for (const json& one : expected["streams"]["top"]) {
    const Sum& own = streams[one["stream"].get<std::int64_t>()];
    CHECK(own.count == one["count"]);
    CHECK(own.total_ns == one["total_ns"]);
    check_time(own, one);
  }
  check_chains(loaded, expected["chains"]);
}

TEST_CASE("RPD of a matrix multiplication: kernels, copies, calls and clocks") {
  const std::string name = "formats/matmul_result.rpd";
  const json expected = expected_of(name);
  const LoadedTrace loaded = loaded_trace(name);
  const Snapshot& trace = *loaded.snapshot;
  Sums sums = by_category(trace);
  CHECK(trace.report.complete);
  CHECK(sums["kernel"].count == expected["counts"]["kernels"]);
  CHECK(sums["gpu_memcpy"].count == expected["counts"]["copies"]);
  CHECK(sums["gpu_memset"].count == expected["counts"]["memsets"]);
  CHECK(sums["cuda_runtime"].count + sums["overhead"].count == expected["counts"]["runtime_calls"]);
  const json& durations = expected["duration_sum_ns"];
  CHECK(sums["kernel"].total_ns == durations["kernels"]);
  CHECK(sums["gpu_memcpy"].total_ns == durations["copies"]);
  CHECK(sums["gpu_memset"].total_ns == durations["memsets"]);
  CHECK(sums["cuda_runtime"].total_ns + sums["overhead"].total_ns == durations["runtime_calls"]);
  check_time(sums["kernel"], expected["time_by_kind"]["kernels"]);
  check_time(sums["gpu_memcpy"], expected["time_by_kind"]["copies"]);
  check_names(by_name(trace, "kernel"), expected["kernels_by_name"]);
  CHECK(trace.gpu_links.with_launch == expected["launch_join"]["ops_joined"]);
  CHECK(trace.kernel_links.with_launch == expected["launch_join"]["kernels_joined"]);
  REQUIRE(trace.counters.size() == 1);
  const json& clock = expected["monitors"][0]["values_by_start"];
  REQUIRE(trace.counters[0]->time_ns.size() == clock.size());
  for (std::size_t i = 0; i < clock.size(); ++i) {
    CHECK(trace.counters[0]->time_ns[i] == clock[i][0]);
    CHECK(trace.counters[0]->value[i] == std::stod(clock[i][2].get<std::string>()));
  }
}

TEST_CASE("rocpd: dispatches that inner joins lose are kept, and launches are joined") {
  const std::string name = "formats/rocpd_synthetic.db";
  const json expected = expected_of(name);
  const LoadedTrace loaded = loaded_trace(name);
  const Snapshot& trace = *loaded.snapshot;
  Sums sums = by_category(trace);
  CHECK(trace.report.complete);
  const json& counts = expected["counts"];
  CHECK(sums["kernel"].count == counts["kernels"]);
  CHECK(sums["gpu_memcpy"].count == counts["copies"]);
  CHECK(sums["cuda_runtime"].count == counts["runtime_calls"]);
  CHECK(sums["user_annotation"].count == counts["ranges"]);
  CHECK(trace.instants->time_ns.size() == counts["samples"]);
  const json& durations = expected["duration_sum_ns"];
  CHECK(sums["kernel"].total_ns == durations["kernels"]);
  CHECK(sums["gpu_memcpy"].total_ns == durations["copies"]);
  CHECK(sums["cuda_runtime"].total_ns == durations["runtime_calls"]);
  CHECK(sums["user_annotation"].total_ns == durations["ranges"]);
  check_time(sums["kernel"], expected["time_by_kind"]["kernels"]);
  check_names(by_name(trace, "kernel"), expected["kernels_by_name"]);
  check_names(by_name(trace, "cuda_runtime"), expected["runtime_calls_by_name"]);
  check_names(by_name(trace, "user_annotation"), expected["ranges_by_name"]);
  const json& join = expected["launch_join"];
  CHECK(trace.kernel_links.with_launch == join["kernels_joined"]);
  CHECK(issues(trace, "launch_not_recorded") == join["kernels_without_launch"]);
  check_chains(loaded, expected["chains"]);
  std::uint64_t values = 0;
  for (const auto& counter : trace.counters) {
    if (!trace.text(counter->name).starts_with("Memory")) values += counter->time_ns.size();
  }
  CHECK(values == counts["counter_values"]);
}
