#include "core/view/lanes/layout.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

Lane lane(std::string key, std::uint32_t rows, std::string facts = "") {
  Lane out;
  out.key = std::move(key);
  out.title = out.key;
  out.facts = std::move(facts);
  out.rows = rows;
  out.foldable = rows > 1;
  return out;
}

LaneTree sample() {
  LaneTree tree;
  tree.groups.push_back({"steps", "", GroupKind::Steps, {lane("steps", 1)}});
  tree.groups.push_back(
      {"p", "python", GroupKind::Process, {lane("main", 10, "facts"), lane("worker", 1)}});
  tree.groups.push_back({"gpu", "GPU 0", GroupKind::Device, {lane("s7", 2), lane("s20", 1)}});
  return tree;
}

std::vector<std::string> shown(const LaneTree& tree, const LaneLayout& layout) {
  std::vector<std::string> out;
  for (const LayoutItem& item : layout.items) {
    out.push_back(item.header ? "[" + tree.groups[item.lane.group].key + "]"
                              : tree.at(item.lane).key);
  }
  return out;
}

}  // namespace

TEST_CASE("lanes follow each other without gaps, headers before their lanes") {
  const LaneTree tree = sample();
  const LaneLayout layout = lay_out(tree, {}, {});
  CHECK(shown(tree, layout) ==
        std::vector<std::string>{"steps", "[p]", "main", "worker", "[gpu]", "s7", "s20"});
  float y_px = 0;
  for (const LayoutItem& item : layout.items) {
    CHECK(item.y_px == y_px);
    y_px += item.height_px;
  }
  CHECK(layout.content_height_px == y_px);
}

TEST_CASE("a lane is as high as its rows, and never too low for its text") {
  const LaneTree tree = sample();
  const LaneMetrics m;
  const LaneLayout layout = lay_out(tree, {}, m);
  CHECK(layout.items[2].height_px == 10 * m.slice_px + 9 * m.gap_px + 2 * m.margin_px);
  CHECK(layout.items[2].rows_shown == 10);
  CHECK(layout.items[3].height_px == m.min_lane_px);
  CHECK(layout.items[1].height_px == m.header_px);
}

TEST_CASE("a folded group shows its header only, a folded lane one row") {
  const LaneTree tree = sample();
  LaneTreeState state;
  state.set_folded("gpu", true);
  state.set_folded("main", true);
  const LaneLayout layout = lay_out(tree, state, {});
  CHECK(shown(tree, layout) == std::vector<std::string>{"steps", "[p]", "main", "worker", "[gpu]"});
  CHECK(layout.items[2].rows_shown == 1);
  CHECK(layout.items[2].folded);
  CHECK(layout.items[4].folded);
}

TEST_CASE("deep rows are folded down to a cap") {
  const LaneTree tree = sample();
  LaneTreeState state;
  state.set_row_cap("main", 4);
  state.set_row_cap("s7", 4);
  const LaneLayout layout = lay_out(tree, state, {});
  CHECK(layout.items[2].rows_shown == 4);
  CHECK(layout.items[5].rows_shown == 2);
}

TEST_CASE("hidden lanes and groups leave no header of nothing behind") {
  const LaneTree tree = sample();
  LaneTreeState state;
  state.hide("s7");
  state.hide("s20");
  state.hide("p");
  CHECK(shown(tree, lay_out(tree, state, {})) == std::vector<std::string>{"steps"});
}

TEST_CASE("pinned lanes move to the top and keep their order of pinning") {
  const LaneTree tree = sample();
  LaneTreeState state;
  state.toggle_pinned("s7");
  state.toggle_pinned("main");
  state.toggle_pinned("gone");
  const LaneLayout layout = lay_out(tree, state, {});
  REQUIRE(layout.pinned.size() == 2);
  CHECK(tree.at(layout.pinned[0].lane).key == "s7");
  CHECK(layout.pinned[1].y_px == layout.pinned[0].height_px);
  CHECK(layout.pinned_height_px == layout.pinned[1].bottom_px());
  CHECK(shown(tree, layout) == std::vector<std::string>{"steps", "[p]", "worker", "[gpu]", "s20"});
  CHECK(layout.items[0].y_px == 0);
}

TEST_CASE("the order of a user holds, and lanes it does not name stay after their neighbours") {
  LaneTree tree = sample();
  LaneTreeState state;
  state.move("gpu", {"s7", "s20"}, "s20", "s7");
  state.move("", {"steps", "p", "gpu"}, "gpu", "p");
  CHECK(shown(tree, lay_out(tree, state, {})) ==
        std::vector<std::string>{"steps", "[gpu]", "s20", "s7", "[p]", "main", "worker"});
  tree.groups[2].lanes.push_back(lane("s30", 1));
  CHECK(shown(tree, lay_out(tree, state, {}))[3] == "s30");
}

TEST_CASE("what is visible is what touches the scrolled area") {
  const LaneTree tree = sample();
  const LaneLayout layout = lay_out(tree, {}, {});
  const auto all = layout.visible(0, 10'000);
  CHECK(all.size() == layout.items.size());
  const auto middle = layout.visible(layout.items[2].y_px + 1, 5);
  REQUIRE(middle.size() == 1);
  CHECK(tree.at(middle[0].lane).key == "main");
  CHECK(layout.visible(layout.content_height_px, 100).empty());
  CHECK(layout.visible(layout.items[2].y_px, 1).size() == 1);
}

TEST_CASE("threads show few enough rows at first for the GPU to be in view") {
  LaneTree tree = sample();
  tree.groups[1].lanes[0].role = LaneRole::MainThread;
  tree.groups[1].lanes[0].rows = 100;
  tree.groups[2].lanes[0].role = LaneRole::Compute;
  LaneTreeState state;
  const LaneLayout layout = lay_out(tree, state, {}, 340);
  const LayoutItem* stream = layout.find({2, 0});
  REQUIRE(stream != nullptr);
  CHECK(stream->bottom_px() <= 340);
  CHECK(stream->bottom_px() > 340 - 2 * 20);  // no room is given away
  CHECK(layout.find({1, 0})->rows_shown < 100);
  state.set_row_cap("main", LaneTreeState::kAllRows);
  CHECK(lay_out(tree, state, {}, 340).find({1, 0})->rows_shown == 100);
  CHECK(lay_out(tree, state, {}, 340).find({1, 0})->rows_at_first < 100);
  CHECK(lay_out(tree, {}, {}).find({1, 0})->rows_shown == 100);  // the height is not known
  tree.groups.pop_back();  // without a GPU the next thread is to be seen
  CHECK(lay_out(tree, {}, {}, 340).find({1, 1})->bottom_px() <= 340);
  tree.groups[1].lanes.pop_back();
  CHECK(lay_out(tree, {}, {}, 340).find({1, 0})->bottom_px() <= 340);  // alone it fills the view
  CHECK(lay_out(tree, {}, {}, 340).find({1, 0})->bottom_px() > 340 - 20);
}

TEST_CASE("in a low area other threads have one row, so that the GPU is in view") {
  LaneTree tree = sample();
  tree.groups[1].lanes[0].role = LaneRole::MainThread;
  tree.groups[1].lanes[0].rows = 100;
  tree.groups[1].lanes[1].role = LaneRole::Autograd;
  tree.groups[1].lanes[1].rows = 9;
  tree.groups[2].lanes[0].role = LaneRole::Compute;
  const LaneLayout high = lay_out(tree, {}, {}, 340);
  CHECK(high.find({1, 1})->rows_shown >= 3);
  const float least_px = high.find({2, 0})->bottom_px();
  for (float view_px = least_px; view_px > 60; view_px -= 10) {
    const LaneLayout low = lay_out(tree, {}, {}, view_px);
    CAPTURE(view_px);
    CHECK(low.find({1, 0})->rows_shown >= 3);
    const bool fits = low.find({2, 0})->bottom_px() <= view_px;
    CHECK((fits || low.find({1, 1})->rows_shown == 1));
  }
}

TEST_CASE("a thread that can not show all rows begins with those of its steps") {
  LaneTree tree = sample();
  tree.groups[1].lanes[0].first_row = 6;
  LaneTreeState state;
  state.set_row_cap("main", 3);
  const LaneLayout layout = lay_out(tree, state, {});
  const LayoutItem& main = layout.items[2];
  CHECK_FALSE(main.shows(5));
  CHECK(main.shows(6));
  CHECK(main.shows(8));
  CHECK_FALSE(main.shows(9));
  CHECK(layout.row_y_px(main, 0) == layout.row_y_px(main, 6));
  state.set_row_cap("main", 7);  // the last rows are never left out for it
  CHECK(lay_out(tree, state, {}).items[2].first_row == 3);
  CHECK(lay_out(tree, {}, {}).items[2].first_row == 0);
}

TEST_CASE("a position finds its item") {
  const LaneTree tree = sample();
  const LaneLayout layout = lay_out(tree, {}, {});
  const LayoutItem& main = layout.items[2];
  CHECK(layout.at(main.y_px) == &main);
  CHECK(layout.at(-1) == nullptr);
  CHECK(layout.at(layout.content_height_px + 1) == nullptr);
  CHECK(layout.find({1, 0}) == &main);
  CHECK(layout.find({9, 9}) == nullptr);
}

TEST_CASE("scrolling to a row moves no further than it must") {
  const LaneTree tree = sample();
  const LaneLayout layout = lay_out(tree, {}, {});
  const LayoutItem& main = layout.items[2];
  CHECK(layout.scroll_to(main, 0, 0, 1000) == 0);
  const float down_px = layout.scroll_to(main, 9, 0, 100);
  CHECK(main.y_px + layout.row_y_px(main, 9) + 18 <= down_px + 100);
  CHECK(layout.scroll_to(main, 9, down_px, 100) == down_px);
  CHECK(layout.scroll_to(main, 0, down_px, 100) <= main.y_px + layout.row_y_px(main, 0));
}

TEST_CASE("all measures grow with the scale of the monitor") {
  const LaneTree tree = sample();
  const float once_px = lay_out(tree, {}, {}).content_height_px;
  CHECK(lay_out(tree, {}, LaneMetrics().scaled(1.5F)).content_height_px ==
        doctest::Approx(once_px * 1.5));
}

}  // namespace lanescope
