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

TEST_CASE("rows above and rows below are chosen apart from each other") {
  LaneTree tree = sample();
  Lane& lane = tree.groups[1].lanes[0];  // of ten rows
  lane.first_row = 4;
  const auto main = [&](const RowChoice& rows) {
    LaneTreeState state;
    state.set_rows("main", rows);
    return lay_out(tree, state, {}).items[2];
  };
  const LayoutItem above = main({7, 0});
  CHECK(above.first_row == 0);
  CHECK(above.rows_shown == 7);
  const LayoutItem below = main({LaneTreeState::kAllRows, 4});
  CHECK(below.first_row == 4);
  CHECK(below.rows_shown == 6);
  CHECK(main({3, 50}).first_row == 9);  // of a trace with deeper stacks
  CHECK(main({3, 50}).rows_shown == 1);
  lane.depth = 6;  // the time in view needs no more
  CHECK(main({7, 0}).rows_shown == 6);
  CHECK(main({LaneTreeState::kAllRows, 4}).rows_shown == 2);
  LaneTreeState folded;
  folded.set_rows("main", {7, 0});
  folded.set_folded("main", true);
  CHECK(lay_out(tree, folded, {}).items[2].first_row == 4);
  CHECK(lay_out(tree, folded, {}).items[2].rows_shown == 1);
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

TEST_CASE("scrolling shows the first part, and of the others those that fit beside it") {
  const auto scroll = [](std::vector<ContentPart> wanted, float from_px) {
    return scroll_to_show(wanted, from_px, 100, 1000);
  };
  CHECK(scroll({{20, 50}}, 0) == 0);  // it is in view, so nothing moves
  CHECK(scroll({{20, 50}}, 300) == 0);
  CHECK(scroll({{500, 520}}, 0) == 460);  // in the middle
  CHECK(scroll({{500, 520}, {570, 590}}, 0) == 490);
  CHECK(scroll({{500, 520}, {430, 450}}, 0) == 430);
  CHECK(scroll({{500, 520}, {430, 450}}, 424) == 424);
  CHECK(scroll({{500, 520}, {700, 720}, {570, 590}}, 0) == 490);  // the second one is too far away
  CHECK(scroll({{500, 700}}, 0) == 500);                          // at least its top
  CHECK(scroll({{500, 520}, {300, 600}}, 0) == 460);
  CHECK(scroll({{980, 1000}}, 0) == 900);
  CHECK(scroll({}, 2000) == 900);
  CHECK(scroll_to_show(std::vector<ContentPart>{{20, 40}}, 10, 100, 50) == 0);
}

TEST_CASE("a window of rows moves no further than the row it is for") {
  Lane deep = lane("deep", 40);
  CHECK(window_around(deep, 4, 10, 8) == RowWindow{4, 10, 8});
  CHECK(window_around(deep, 4, 10, 20) == RowWindow{12, 10, 20});  // one more below
  CHECK(window_around(deep, 4, 10, 39) == RowWindow{30, 10, 39});
  CHECK(window_around(deep, 4, 10, 2) == RowWindow{1, 10, 2});
  CHECK(window_around(deep, 4, 10, 0) == RowWindow{0, 10, 0});
  CHECK(window_around(deep, 4, 1, 20) == RowWindow{20, 1, 20});
  deep.depth = 21;  // there is nothing below row 20 in the time in view
  CHECK(window_around(deep, 4, 10, 20) == RowWindow{11, 10, 20});
}

TEST_CASE("a lane shows a window of its rows until the user changes how many it shows") {
  const LaneTree tree = sample();
  LaneTreeState state;
  state.set_row_cap("main", 4);
  state.set_window("main", {5, 4, 7});
  CHECK(lay_out(tree, state, {}).items[2].first_row == 5);
  CHECK(lay_out(tree, state, {}).items[2].rows_shown == 4);
  const LaneHeights before = state.heights();
  state.set_row_cap("main", 3);
  CHECK(lay_out(tree, state, {}).items[2].first_row == 0);
  state.set_folded("main", true);
  state.set_heights(before);
  CHECK(lay_out(tree, state, {}).items[2].first_row == 5);
  CHECK_FALSE(lay_out(tree, state, {}).items[2].folded);
  state.drop_window("main");
  CHECK(lay_out(tree, state, {}).items[2].rows_shown == 4);
}

TEST_CASE("a lane has no rows that the time in view does not need, and begins at the same row") {
  LaneTree tree = sample();
  Lane& main = tree.groups[1].lanes[0];
  main.first_row = 2;
  LaneTreeState state;
  state.set_row_cap("main", 5);
  main.depth = 5;
  CHECK(lay_out(tree, state, {}).items[2].rows_shown == 3);
  CHECK(lay_out(tree, state, {}).items[2].first_row == 2);
  main.depth = 1;
  CHECK(lay_out(tree, state, {}).items[2].rows_shown == 1);
  CHECK(lay_out(tree, state, {}).items[2].first_row == 2);
  main.depth = 9;
  CHECK(lay_out(tree, state, {}).items[2].rows_shown == 5);
  CHECK(lay_out(tree, state, {}).items[2].first_row == 2);
}

TEST_CASE("pinned lanes take half of the area at most") {
  const LaneTree tree = sample();
  LaneTreeState state;
  state.toggle_pinned("main");
  state.toggle_pinned("s20");
  state.toggle_pinned("worker");
  const LaneLayout high = lay_out(tree, state, {}, 2000);
  CHECK(high.pinned.size() == 3);
  CHECK(high.pinned[0].rows_shown == 10);
  const LaneLayout low = lay_out(tree, state, {}, 300);
  CHECK(low.pinned_height_px <= 150);
  CHECK(low.pinned_height_px > 130);
  REQUIRE(low.pinned.size() == 3);
  CHECK(low.pinned[0].rows_shown < 10);
  CHECK(low.is_pinned(low.pinned[2]));
  CHECK_FALSE(low.is_pinned(low.items[0]));
  // What does not fit is in its own place.
  const LaneLayout lowest = lay_out(tree, state, {}, 120);
  CHECK(lowest.pinned_height_px <= 60);
  CHECK(lowest.pinned.size() == 1);
  CHECK(lowest.find({2, 1}) != nullptr);
  CHECK(lowest.find({1, 1}) != nullptr);
}

TEST_CASE("below the GPU, the main thread has the room that its streams leave") {
  LaneTree tree = sample();
  std::swap(tree.groups[1], tree.groups[2]);
  tree.groups[1].lanes[0].role = LaneRole::Compute;
  tree.groups[2].lanes[0].role = LaneRole::MainThread;
  tree.groups[2].lanes[0].rows = 100;
  // Everything above it too, if that leaves enough rows.
  const float high_px = lay_out(tree, {}, {}, 340).find({2, 0})->bottom_px();
  CHECK(high_px <= 340);
  CHECK(high_px > 340 - 2 * 20);
  const LaneLayout low = lay_out(tree, {}, {}, 300);
  const float down_px = low.find({2, 0})->bottom_px() - low.find({1, 0})->y_px;
  CHECK(down_px <= 300);
  CHECK(down_px > 300 - 2 * 20);
  CHECK(lay_out(tree, {}, {}, 120).find({2, 0})->bottom_px() > 120);
  // A folded group between them takes only its header from that.
  LaneGroup curves{"curves", "Curves", GroupKind::Metrics, {}};
  for (int i = 0; i < 7; ++i) curves.lanes.push_back({.key = "curve", .kind = LaneKind::Metrics});
  curves.folded_at_first = true;
  tree.groups.insert(tree.groups.begin() + 2, curves);
  LaneTreeState folded;
  folded.set_folded("curves", true);
  const float below_px = lay_out(tree, folded, {}, 340 + 24).find({3, 0})->bottom_px();
  CHECK(below_px <= 340 + 24);
  CHECK(below_px == high_px + 24);
}

TEST_CASE("in a file about memory its curves share the height that other lanes leave") {
  const auto curve = [](std::string key, LaneKind kind) {
    Lane out = lane(std::move(key), 1, "peak 2 GiB");
    out.kind = kind;
    out.role = LaneRole::Memory;
    return out;
  };
  LaneTree tree;
  tree.groups.push_back({"p", "CUDA allocator 0", GroupKind::Process, {lane("marks", 1, "facts")}});
  tree.groups.push_back({"memory", "Memory", GroupKind::Memory, {}});
  tree.groups[1].lanes.push_back(curve("CUDA 0", LaneKind::Memory));
  const LaneMetrics m;
  const LaneLayout one = lay_out(tree, {}, m, 500);
  CHECK(one.content_height_px == 500);
  CHECK(one.find({0, 0})->height_px == m.min_facts_px);
  CHECK(one.find({1, 0})->height_px == 500 - m.min_facts_px - 2 * m.header_px);
  tree.groups[1].lanes.push_back(curve("CUDA 1", LaneKind::MemoryByCategory));
  const LaneLayout two = lay_out(tree, {}, m, 500);
  CHECK(two.find({1, 0})->height_px == two.find({1, 1})->height_px);
  CHECK(two.content_height_px > 498);
  CHECK(two.content_height_px <= 500);
  CHECK(two.find({1, 1})->y_px == two.find({1, 0})->bottom_px());
  // What the user folds or pins leaves its height to the others.
  LaneTreeState state;
  state.set_folded("memory", true);
  CHECK(lay_out(tree, state, m, 500).content_height_px == m.min_facts_px + 2 * m.header_px);
  LaneTreeState pinned;
  pinned.toggle_pinned("CUDA 0");
  const LaneLayout below = lay_out(tree, pinned, m, 500);
  CHECK(below.pinned_height_px == m.curve_px);
  CHECK(below.pinned_height_px + below.content_height_px == 500);
  // Without free height, they have their least one.
  CHECK(lay_out(tree, {}, m, 150).find({1, 0})->height_px == m.curve_px);
  CHECK(lay_out(tree, {}, m).find({1, 0})->height_px == m.curve_px);
  // Beside a GPU or a thread with operators inside each other they are one lane of many.
  LaneTree with_gpu = tree;
  with_gpu.groups.push_back({"gpu", "GPU 0", GroupKind::Device, {lane("s7", 1)}});
  CHECK(lay_out(with_gpu, {}, m, 500).find({1, 0})->height_px == m.curve_px);
  tree.groups[0].lanes[0].rows = 3;
  CHECK(lay_out(tree, {}, m, 500).find({1, 0})->height_px == m.curve_px);
}

TEST_CASE("all measures grow with the scale of the monitor") {
  const LaneTree tree = sample();
  const float once_px = lay_out(tree, {}, {}).content_height_px;
  CHECK(lay_out(tree, {}, LaneMetrics().scaled(1.5F)).content_height_px ==
        doctest::Approx(once_px * 1.5));
}

}  // namespace lanescope
