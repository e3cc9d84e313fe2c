// Events as Chrome wrote them before Perfetto had tracks and flows.
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/events/flow_counts.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

constexpr unsigned kPid = 18, kTid = 19, kDuration = 3, kUnscopedId = 6;
constexpr unsigned kBindId = 8, kDirection = 13;
constexpr unsigned kIn = 1, kOut = 2, kInAndOut = 3;

/// Of thread 101 of process 100. `more`: further fields of the LegacyEvent.
std::string legacy(char phase, std::uint64_t time_ns, std::string_view name,
                   const std::string& more = {}) {
  const std::string fields =
      number(2, static_cast<unsigned char>(phase)) + number(kPid, 100) + number(kTid, 101) + more;
  return packet(number(kTimestamp, time_ns) +
                bytes(kTrackEvent, bytes(6, fields) + bytes(22, "old") + bytes(23, name)));
}

std::string whole(std::uint64_t time_ns, std::string_view name, unsigned direction) {
  return legacy('X', time_ns, name,
                number(kDuration, 1) + number(kBindId, 77) + number(kDirection, direction));
}

}  // namespace

TEST_CASE("async ranges of a process that the event names are of that process") {
  const std::string id = number(kUnscopedId, 5);
  const LoadedTrace trace =
      loaded(legacy('b', 100, "request", id) + legacy('e', 300, "request", id));
  REQUIRE(trace.snapshot->tracks.size() == 1);
  CHECK(trace.snapshot->text(trace.snapshot->tracks[0].process) == "100");
  CHECK(slices_on(*trace.snapshot, "old") == "request 100+200");
}

TEST_CASE("an event of negative duration has none, and is told") {
  const LoadedTrace trace =
      loaded(legacy('X', 1'000, "kept", number(kDuration, 5)) +
             legacy('X', 9'000, "negative", number(kDuration, static_cast<std::uint64_t>(-5))));
  CHECK(issue_of(*trace.snapshot, "negative_duration").count == 1);
  CHECK(issue_of(*trace.snapshot, "negative_duration").example == "negative");
  CHECK(trace.snapshot->slice_count == 2);
  CHECK(trace.snapshot->x_extent == TimeRange{1'000, 9'000});
}

TEST_CASE("bound ids with a direction are flows") {
  const LoadedTrace trace =
      loaded(whole(1'000, "sends", kOut) + whole(5'000, "hands on", kInAndOut) +
             whole(9'000, "receives", kIn));
  const FlowTable& flows = *trace.snapshot->flows;
  REQUIRE(flows.size() == 3);
  CHECK(flows.phase[0] == FlowPhase::Start);
  CHECK(flows.phase[1] == FlowPhase::Step);
  CHECK(flows.phase[2] == FlowPhase::End);
  for (std::uint32_t i = 0; i < flows.size(); ++i) CHECK(flows.slice[i] != EventId::None);
  CHECK(count_flows(*trace.snapshot).at(0).paired == 1);
}

TEST_CASE("bound ids without a direction are none") {
  CHECK(loaded(whole(1'000, "a", 0) + whole(5'000, "b", 0)).snapshot->flows->size() == 0);
}
