// Perfetto traces against what the official classes found in them, and written and read again.
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/export/perfetto/perfetto_writer.h"
#include "tests/core/base/temp_folder.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;
using nlohmann::json;

namespace {

json expected_of(const std::string& name) {
  std::ifstream file(corpus_file("formats/" + name + ".expected.json"));
  return json::parse(file);
}

/// Count and total ns of all slices.
struct Sums {
  std::uint64_t slices = 0;
  Ns total_ns = 0;
  friend bool operator==(const Sums&, const Sums&) = default;
};

/// By name and begin.
std::map<std::string, Sums> sums_of(const Snapshot& trace) {
  std::map<std::string, Sums> sums;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t i = 0; i < chunk->size(); ++i) {
        Sums& one = sums[std::string(trace.text(chunk->name[i])) + " " +
                         std::to_string(chunk->start_ns[i])];
        ++one.slices;
        one.total_ns += chunk->dur_ns[i];
      }
    }
  }
  return sums;
}

Sums all_of(const Snapshot& trace) {
  Sums sums;
  for (const auto& [name, one] : sums_of(trace)) {
    sums.slices += one.slices;
    sums.total_ns += one.total_ns;
  }
  return sums;
}

/// `rows`: [name, begin, duration] of every slice.
void check_slices(const Snapshot& trace, const json& rows) {
  const auto sums = sums_of(trace);
  std::map<std::string, Sums> wanted;
  for (const auto& [name, begin_ns, duration_ns] :
       rows.get<std::vector<std::tuple<std::string, Ns, Ns>>>()) {
    Sums& one = wanted[name + " " + std::to_string(begin_ns)];
    ++one.slices;
    one.total_ns += duration_ns;
  }
  CHECK(wanted == sums);
}

std::uint64_t issue_count(const Snapshot& trace, std::string_view kind) {
  std::uint64_t count = 0;
  for (const LoadIssue& issue : trace.report.issues) count += issue.kind == kind ? issue.count : 0;
  return count;
}

std::uint64_t samples_of(const Snapshot& trace) {
  std::uint64_t samples = 0;
  for (const auto& counter : trace.counters) samples += counter->time_ns.size();
  return samples;
}

/// [name, begin, duration] of slices that are listed with all they have.
json rows_of(const json& slices) {
  json rows = json::array();
  for (const json& slice : slices)
    rows.push_back({slice["name"], slice["begin_ns"], slice["duration_ns"]});
  return rows;
}

}  // namespace

TEST_CASE("traces of tracks, clocks and counters of every sort have their slices to the ns") {
  for (const char* const name : {"pftrace_core_small.pftrace", "pftrace_core.pftrace"}) {
    CAPTURE(name);
    const json expected = expected_of(name);
    const auto trace = corpus_trace("formats/" + std::string(name));
    const json& counts = expected["counts"];
    CHECK(all_of(*trace) == Sums{counts["slices"], expected["duration_sum_ns"]["slices"]});
    CHECK(trace->instants->size() == counts["instants"]);
    CHECK(samples_of(*trace) == counts["counter_values"]);
    CHECK(issue_count(*trace, "packet_without_state") == counts["packets_skipped_no_state"]);
    CHECK(issue_count(*trace, "packets_lost") == counts["packet_losses"]);
    // Each half but the first of a flow is the end of a pair.
    std::uint64_t pairs = 0;
    for (const FlowPhase phase : trace->flows->phase) pairs += phase != FlowPhase::Start ? 1U : 0U;
    CHECK(pairs == counts["flow_pairs"]);
    if (expected["slices"].contains("all"))
      check_slices(*trace, rows_of(expected["slices"]["all"]));
  }
}

TEST_CASE("PyTorch's groups of begins and ends are paired exactly, and its kernels linked") {
  const json expected = expected_of("pftrace_kineto.pftrace");
  const auto trace = corpus_trace("formats/pftrace_kineto.pftrace");
  const json& exact = expected["slices_paired_by_file_order"];
  CHECK(all_of(*trace) == Sums{exact["count"], exact["total_ns"]});
  json rows = json::array();
  for (const json& row : exact["rows"]) rows.push_back({row[3], row[1], row[2]});
  check_slices(*trace, rows);
  CHECK(trace->kernel_links.with_launch == expected["counts"]["flow_pairs"]);
}

TEST_CASE("the work of GPU queues and their counters are those of the file") {
  const json expected = expected_of("pftrace_gpu.pftrace");
  const auto trace = corpus_trace("formats/pftrace_gpu.pftrace");
  const json& counts = expected["counts"];
  std::map<std::pair<std::int64_t, std::string>, Sums> lanes;
  for (const Track& track : trace->tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    Sums& lane = lanes[{track.device, std::string(trace->text(track.name))}];
    lane.slices += track.slices;
  }
  for (const json& lane : expected["gpu"]["lanes"]) {
    CAPTURE(lane.dump());
    CHECK(lanes[{lane["gpu"], lane["hw_queue"]}].slices == lane["count"]);
  }
  CHECK(all_of(*trace).slices == counts["slices"].get<int>() + counts["gpu_events"].get<int>());
  CHECK(samples_of(*trace) == counts["gpu_counter_values"]);
  CHECK(trace->gpu_links.with_launch == expected["gpu"]["joined_event_ids"]);
}

TEST_CASE("a dispatch that rocprofv3 shows on its queue and on its stream is counted once") {
  const json expected = expected_of("pftrace_rocprofv3.pftrace");
  const auto trace = corpus_trace("formats/pftrace_rocprofv3.pftrace");
  std::uint64_t repeated = 0;
  for (const json& track : expected["tracks"]) {
    if (track["name"].is_string() && track["name"].get<std::string>().starts_with("STREAM"))
      repeated += track["slices"].get<std::uint64_t>();
  }
  REQUIRE(repeated > 0);
  CHECK(issue_count(*trace, "repeated_dispatch") == repeated);
  CHECK(all_of(*trace).slices == expected["counts"]["slices"].get<std::uint64_t>() - repeated);
  CHECK(trace->gpu_links.with_launch == expected["counts"]["flow_pairs"]);
}

TEST_CASE("real traces written as Perfetto's and read again are the same") {
  for (const char* const name :
       {"cudagraph-rtx3060-707-overlaps.json.gz", "cpu-only-gloo-fwdbwd.json.gz"}) {
    CAPTURE(name);
    const LoadedTrace first = loaded_trace(name);
    const TempFolder folder;
    const std::string path = folder.path() + "/run.pftrace";
    REQUIRE_FALSE(write_perfetto_file(path, *first.snapshot, event_reader(first)));
    const auto again = load_trace(path);
    REQUIRE(again.ok());
    CHECK(sums_of(*again.value().snapshot) == sums_of(*first.snapshot));
    const LinkCounts &before = first.snapshot->kernel_links,
                     &after = again.value().snapshot->kernel_links;
    CHECK(after.count == before.count);
    CHECK(after.with_launch == before.with_launch);
    CHECK(after.with_op == before.with_op);
  }
}
