#include "core/view/lanes/depth.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Rows that the host thread needs in a range of microseconds.
std::uint32_t rows_in(const Snapshot& snapshot, Ns from_us, Ns to_us) {
  const LaneTree tree = build_lane_tree(snapshot);
  for (const LaneGroup& group : tree.groups) {
    for (const Lane& lane : group.lanes) {
      if (lane.rows < 3) continue;
      const Ns origin_ns = snapshot.extent.begin_ns;
      return rows_needed(snapshot, lane, {origin_ns + from_us * 1000, origin_ns + to_us * 1000});
    }
  }
  FAIL("no such lane");
  return 0;
}

}  // namespace

TEST_CASE("a lane needs the rows down to the deepest slice in a range of time") {
  TraceText trace;
  trace.cpu("cpu_op", "whole", "0", "1000");
  trace.cpu("cpu_op", "call", "100", "50").cpu("cpu_op", "inner", "110", "20");
  trace.cpu("cpu_op", "later", "500", "100");
  const auto snapshot = trace.load();
  CHECK(rows_in(*snapshot, 0, 1000) == 3);
  CHECK(rows_in(*snapshot, 0, 50) == 1);
  CHECK(rows_in(*snapshot, 0, 105) == 2);
  CHECK(rows_in(*snapshot, 135, 140) == 2);
  CHECK(rows_in(*snapshot, 120, 121) == 3);
  CHECK(rows_in(*snapshot, 200, 400) == 1);
  CHECK(rows_in(*snapshot, 300, 501) == 2);
  CHECK(rows_in(*snapshot, 2000, 3000) == 1);
}

}  // namespace lanescope
