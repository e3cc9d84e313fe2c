// Flows that ends have.
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/events/flow_counts.h"
#include "tests/core/export/written_trace.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

const std::string kThreads = process_track(1, 77, "python") + thread_track(2, 1, 77, 78, "main") +
                             thread_track(3, 1, 77, 79, "worker");

/// The slice that the half is on.
std::string carrier(const Snapshot& trace, std::uint32_t half) {
  const auto at = trace.find_slice(trace.flows->slice[half]);
  return at ? std::string(trace.text(at->chunk->name[at->slice])) : "none";
}

}  // namespace

TEST_CASE("a flow on an end is of the slice that it ends") {
  const LoadedTrace trace = loaded(kThreads + begin(2, 100, "outer") + begin(2, 120, "sends") +
                                   end(2, 150, fixed(47, 5)) + end(2, 400) +
                                   begin(3, 200, "receives", fixed(48, 5)) + end(3, 300));
  const FlowTable& flows = *trace.snapshot->flows;
  REQUIRE(flows.size() == 2);
  CHECK(flows.phase[0] == FlowPhase::Start);
  CHECK(flows.time_ns[0] == 120);
  CHECK(carrier(*trace.snapshot, 0) == "sends");
  CHECK(flows.phase[1] == FlowPhase::End);
  CHECK(carrier(*trace.snapshot, 1) == "receives");
  CHECK(count_flows(*trace.snapshot).at(0).paired == 1);
}

TEST_CASE("flows on ends that wait for each other stay with their own slices") {
  const LoadedTrace trace =
      loaded(kThreads + begin(2, 100, "a") + begin(2, 200, "b") + end(2, 150, fixed(47, 5)) +
             end(2, 250, fixed(47, 6)) + begin(3, 300, "c", fixed(48, 5)) + end(3, 310) +
             begin(3, 320, "d", fixed(48, 6)) + end(3, 330));
  const Snapshot& snapshot = *trace.snapshot;
  REQUIRE(snapshot.flows->size() == 4);
  CHECK(carrier(snapshot, 0) + carrier(snapshot, 1) == "ac");
  CHECK(carrier(snapshot, 2) + carrier(snapshot, 3) == "bd");
}

TEST_CASE("a flow that comes before the end it goes to keeps its direction") {
  const LoadedTrace trace = loaded(kThreads + begin(2, 100, "waits") + end(2, 400, fixed(48, 5)) +
                                   begin(3, 200, "sends", fixed(47, 5)) + end(3, 300));
  const FlowTable& flows = *trace.snapshot->flows;
  REQUIRE(flows.size() == 2);
  CHECK(carrier(*trace.snapshot, 0) == "sends");
  CHECK(flows.phase[0] == FlowPhase::Start);
  CHECK(flows.phase[1] == FlowPhase::End);
  CHECK(flows.time_ns[1] == 400);
}

TEST_CASE("a flow on an end is written with its slice") {
  const std::string file = kThreads + begin(2, 100, "sends") + end(2, 150, fixed(47, 5)) +
                           begin(3, 200, "receives", fixed(48, 5)) + end(3, 300);
  const Written written(file, "first.pftrace", "second.pftrace");
  const Snapshot& after = *written.after.snapshot;
  CHECK(count_flows(after).at(0).paired == 1);
  CHECK(carrier(after, 0) == "sends");
}
