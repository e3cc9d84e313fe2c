// How many rows of a deep main thread are shown at first, so that the GPU is seen beneath it.
#include <doctest/doctest.h>

#include "core/view/lanes/layout.h"

namespace lanescope {
namespace {

Lane lane(LaneRole role, std::uint32_t rows) {
  Lane out;
  out.role = role;
  out.rows = rows;
  out.foldable = rows > 1;
  return out;
}

LaneTree tree_of(const std::vector<Lane>& gpu) {
  LaneTree tree;
  tree.groups.push_back({"p",
                         "python",
                         GroupKind::Process,
                         {lane(LaneRole::MainThread, 60), lane(LaneRole::Thread, 30)}});
  if (!gpu.empty()) tree.groups.push_back({"gpu", "GPU 0", GroupKind::Device, gpu});
  return tree;
}

constexpr float kViewPx = 600;

}  // namespace

TEST_CASE("a stream of any kind is to be seen beneath the main thread") {
  const LaneMetrics metrics;
  const std::uint32_t rows =
      first_rows(tree_of({lane(LaneRole::Compute, 1)}), metrics, kViewPx).main;
  CHECK(rows > 3);
  CHECK(rows < 60);
  for (const LaneRole role : {LaneRole::Communication, LaneRole::Copies})
    CHECK(first_rows(tree_of({lane(role, 1)}), metrics, kViewPx).main == rows);
  // The more streams, the fewer rows.
  const LaneTree three = tree_of(
      {lane(LaneRole::Compute, 1), lane(LaneRole::Communication, 1), lane(LaneRole::Copies, 1)});
  CHECK(first_rows(three, metrics, kViewPx).main < rows);
  // Without a GPU the next thread is what is to be seen.
  CHECK(first_rows(tree_of({}), metrics, kViewPx).main != rows);
}

TEST_CASE("where there is no height yet nothing is limited") {
  CHECK(first_rows(tree_of({lane(LaneRole::Compute, 1)}), {}, 0).main == FirstRows().main);
}

TEST_CASE("a lane of samples is lower than there is room for, until the user wants more rows") {
  LaneTree tree = tree_of({});
  tree.groups[0].lanes.resize(1);
  Lane& samples = tree.groups[0].lanes[0];
  samples.key = "samples";
  samples.most_at_first = 10;
  const LaneMetrics metrics;
  LaneTreeState state;
  CHECK(lay_out(tree, state, metrics, kViewPx).find({0, 0})->rows_shown == 10);
  state.set_rows("samples", {.most = LaneTreeState::kAllRows});
  CHECK(lay_out(tree, state, metrics, kViewPx).find({0, 0})->rows_shown == 60);
  // In a low area it has what room there is, and in a picture of any height all rows.
  CHECK(lay_out(tree, {}, metrics, 100).find({0, 0})->rows_shown < 10);
  CHECK(lay_out(tree, {}, metrics, 0).find({0, 0})->rows_shown == 60);
}

TEST_CASE("in a low area other threads have one row") {
  const FirstRows low = first_rows(tree_of({lane(LaneRole::Compute, 1)}), {}, 150);
  CHECK(low.other == 1);
  CHECK(low.main < 60);
}

}  // namespace lanescope
