#include "core/view/lanes/pairs.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

Lane lane(std::string key, LaneRole role, std::string title, std::uint32_t rows = 1) {
  Lane out;
  out.key = std::move(key);
  out.title = std::move(title);
  out.role = role;
  out.rows = rows;
  out.foldable = rows > 1;
  return out;
}

/// Of an NVIDIA GPU: three rows on the main thread, streams 7 and 20.
LaneTree tree_a() {
  LaneTree tree;
  tree.groups.push_back({"process/python/0",
                         "python pid 100",
                         GroupKind::Process,
                         {lane("process/python/0/main", LaneRole::MainThread, "main thread", 3)}});
  tree.groups.push_back({"device/0/h100",
                         "GPU 0 H100",
                         GroupKind::Device,
                         {lane("device/0/stream 7", LaneRole::Compute, "stream 7", 1),
                          lane("device/0/stream 20", LaneRole::Communication, "stream 20", 1)}});
  return tree;
}

/// Of another vendor's: five rows on the main thread, one stream called 0, and a second process.
LaneTree tree_b() {
  LaneTree tree;
  tree.groups.push_back({"process/python/0",
                         "python pid 99",
                         GroupKind::Process,
                         {lane("process/python/0/main", LaneRole::MainThread, "main thread", 5)}});
  tree.groups.push_back({"process/loader/0",
                         "loader pid 7",
                         GroupKind::Process,
                         {lane("process/loader/0/main", LaneRole::MainThread, "main thread", 1)}});
  tree.groups.push_back({"device/2/mi300",
                         "GPU 2 MI300",
                         GroupKind::Device,
                         {lane("device/2/stream 0", LaneRole::Compute, "stream 0", 1)}});
  return tree;
}

struct Faced {
  LaneTree a = tree_a(), b = tree_b();
  LanePairs pairs{a, b};
  LaneTreeState state_a, state_b;

  FacedLayouts layouts() {
    const LaneLayout own_a = lay_out(a, state_a, {}), own_b = lay_out(b, state_b, {});
    return face_layouts({a, own_a}, {b, own_b}, pairs);
  }
};

}  // namespace

TEST_CASE("lanes of other GPUs and processes face each other by what they are") {
  const Faced faced;
  CHECK(faced.pairs.group_in(RunSide::B, 0) == 0U);
  CHECK(faced.pairs.group_in(RunSide::B, 1) == 2U);
  CHECK(faced.pairs.group_in(RunSide::A, 1) == std::nullopt);
  CHECK(faced.pairs.lane_in(RunSide::B, {1, 0}) == LaneRef{2, 0});
  CHECK(faced.pairs.lane_in(RunSide::A, {2, 0}) == LaneRef{1, 0});
  CHECK(faced.pairs.lane_in(RunSide::B, {1, 1}) == std::nullopt);
}

TEST_CASE("streams of the same name face each other before streams of the same work") {
  LaneTree a = tree_a(), b = tree_a();
  std::swap(b.groups[1].lanes[0], b.groups[1].lanes[1]);
  b.groups[1].lanes[0].role = b.groups[1].lanes[1].role = LaneRole::Compute;
  const LanePairs pairs(a, b);
  CHECK(pairs.lane_in(RunSide::B, {1, 0}) == LaneRef{1, 1});
}

TEST_CASE("counterparts stand at the same height, as high as the higher one") {
  Faced faced;
  const FacedLayouts both = faced.layouts();
  const LayoutItem* main_a = both.a.find({0, 0});
  const LayoutItem* main_b = both.b.find({0, 0});
  REQUIRE(main_a);
  REQUIRE(main_b);
  CHECK(main_a->y_px == main_b->y_px);
  // Five rows of 18 px, four gaps of 2, margins of 6.
  CHECK(main_a->height_px == 110);
  CHECK(main_b->height_px == 110);
  CHECK(both.a.find({1, 0})->y_px == both.b.find({2, 0})->y_px);
  CHECK(both.a.content_height_px == both.b.content_height_px);
}

TEST_CASE("what only one run has leaves a gap in the other, with its name") {
  Faced faced;
  const FacedLayouts both = faced.layouts();
  REQUIRE(both.a.gaps.size() == 2);  // the loader's header and its thread
  CHECK(both.a.gaps[0].title == "loader pid 7");
  CHECK(both.a.gaps[1].title == "main thread");
  REQUIRE(both.b.gaps.size() == 1);
  CHECK(both.b.gaps[0].title == "stream 20");
  const float y_px = both.a.find({1, 1})->y_px;
  CHECK(both.b.gaps[0].y_px == y_px);
  CHECK(both.b.at(y_px + 1) == nullptr);
  CHECK(both.a.at(both.a.gaps[1].y_px + 1) == nullptr);
}

TEST_CASE("pinned lanes face each other at the top") {
  Faced faced;
  faced.state_a.toggle_pinned("device/0/stream 7");
  faced.state_b.toggle_pinned("device/2/stream 0");
  const FacedLayouts both = faced.layouts();
  REQUIRE(both.a.pinned.size() == 1);
  REQUIRE(both.b.pinned.size() == 1);
  CHECK(both.a.pinned_height_px == both.b.pinned_height_px);
  faced.state_b.toggle_pinned("device/2/stream 0");
  CHECK(faced.layouts().b.pinned_height_px == both.b.pinned_height_px);
}

TEST_CASE("a layout facing itself is as it was") {
  const LaneTree tree = tree_a();
  const LaneLayout own = lay_out(tree, {}, {});
  const FacedLayouts both = face_layouts({tree, own}, {tree, own}, LanePairs(tree, tree));
  CHECK(both.a.content_height_px == own.content_height_px);
  CHECK(both.a.gaps.empty());
  REQUIRE(both.b.items.size() == own.items.size());
  for (std::size_t i = 0; i < own.items.size(); ++i)
    CHECK(both.b.items[i].y_px == own.items[i].y_px);
}

}  // namespace lanescope
