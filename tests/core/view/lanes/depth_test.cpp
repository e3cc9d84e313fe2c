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

/// Two lanes of ten rows, of which the first shows no more than its first six.
LaneTree two_lanes() {
  LaneTree tree;
  tree.groups.push_back({"one", "", GroupKind::Process, {{.key = "a", .rows = 10}}});
  tree.groups.push_back({"two", "", GroupKind::Process, {{.key = "b", .rows = 10}}});
  return tree;
}

}  // namespace

TEST_CASE("lanes get rows back in order, until that is high enough or they have what they had") {
  LaneTree tree = two_lanes();
  LaneTreeState state;
  state.set_row_cap("a", 6);
  std::vector<std::uint32_t> depths{1, 1};
  for (std::size_t i = 0; i < 2; ++i) tree.groups[i].lanes[0].depth = depths[i];
  const LaneLayout layout = lay_out(tree, state, {});
  const std::vector<std::uint32_t> all{0, 0}, few{3, 1};
  const auto give = [&](const std::vector<std::uint32_t>& had, float missing_px) {
    std::vector<std::uint32_t> out = depths;
    const bool given = give_rows_back(tree, layout.metrics, layout.items, had, missing_px, out);
    CHECK(given == (out != depths));
    return out;
  };
  const float row_px = layout.metrics.slice_px + layout.metrics.gap_px;
  CHECK(give(all, 0) == depths);
  CHECK(give(all, row_px) == std::vector<std::uint32_t>{2, 1});
  CHECK(give(all, row_px + 1) == std::vector<std::uint32_t>{3, 1});
  CHECK(give(all, 5 * row_px) == std::vector<std::uint32_t>{6, 1});
  CHECK(give(all, 6 * row_px)[1] == 2);  // the cap hides more rows of the first lane
  CHECK(give(few, 100 * row_px) == few);
  CHECK(lane_position(tree, {1, 0}) == 1);
}

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
