// How many rows lanes have for the time in view, pinned lanes, and where jumps in time end.
#include <string>

#include "app/panes/pane/trace_actions.h"
#include "tests/app/deep_trace_window.h"

namespace lanescope {
namespace {

TEST_CASE("a lane has the rows that the time in view needs, once the view rests") {
  DeepWindow opened;
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  const float height = ui.mark("lane." + main).height(), y = opened.y_of(kStream);
  const Ns origin_ns = ui.view().drawn()->extent.begin_ns;
  ui.view().viewport.show({origin_ns + 5'000'000, origin_ns + 7'000'000});
  ui.frames(3);
  CHECK(ui.mark("lane." + main).height() == height);  // not while it moves
  ui.settle();
  CHECK(ui.mark("lane." + main).height() < 60);  // one row
  CHECK(opened.y_of(kStream) < y);
  CHECK_FALSE(ui.has_mark("more." + main));
  opened.show(0, 10000);
  CHECK(ui.mark("lane." + main).height() == height);
  CHECK(opened.y_of(kStream) == y);
}

TEST_CASE("rows that come and go do not move what the mouse is over, or the selection") {
  DeepWindow opened;
  UiDriver& ui = opened.ui;
  ui.move(ui.place_of(ui.find("gemm")));
  ui.frame();
  const float y = opened.y_of(kStream);
  opened.show(6000, 6600);
  CHECK(opened.y_of(kStream) == y);
  const Rect tabs = ui.mark("ruler");
  ui.move({tabs.x0 + 5, tabs.y0 - 40});
  ui.settle();
  CHECK(opened.y_of(kStream) < y);  // the mouse has left
  opened.show(0, 10000);
  ui.view().go_to(ui.find("gemm"));
  ui.settle();
  opened.show(6000, 6600);
  CHECK(opened.y_of(kStream) == y);  // the selection is in it, though not in view
}

TEST_CASE("rows above the selection go as far as scrolling lets it stay where it is") {
  DeepWindow opened;
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane(), copies = "gpu 0/stream 20";
  ui.view().lanes.set_row_cap(main, 20);
  ui.settle();
  opened.go("copy");
  const float scroll_px = ui.view().lanes.scroll_px();
  const float y = opened.y_of(copies), height = ui.view().lanes.layout().content_height_px;
  REQUIRE(scroll_px > 100);
  opened.show(6000, 6600);
  CHECK(opened.y_of(copies) == y);
  CHECK(ui.view().lanes.layout().content_height_px <= height - scroll_px + 20);
  CHECK(ui.view().lanes.scroll_px() < 20);
  CHECK(ui.mark("lane." + main).height() > 60);  // what could not be made up for
  opened.show(0, 10000);
  CHECK(opened.y_of(copies) == y);
  CHECK(ui.view().lanes.layout().content_height_px == height);
}

struct TwoDeepRuns {
  TwoDeepRuns() {
    ui.open(folder.write("a.json", DeepTrace(200, true).text()));
    ui.run(workspace::Drop{{folder.write("b.json", DeepTrace(260, true).text())}});
    ui.settle();
    REQUIRE(ui.workspace().runs().both());
    ui.view().lanes.set_row_cap("process/python/0/main", 10);
    ui.settle();
    ui.view().lanes.scroll_to(10000);
    ui.settle();
    REQUIRE(ui.view().lanes.scroll_px() > 50);
  }
  /// Where the time in view needs few rows.
  void show_later() {
    const Ns origin_ns = ui.view().drawn()->extent.begin_ns;
    ui.view().viewport.show({origin_ns + 6'000'000, origin_ns + 6'600'000});
  }

  const std::string a = "lane.process/python/0/", b = "b." + a;
  TempFolder folder;
  UiDriver ui{1920, 1080};
};

TEST_CASE("rows of compared runs go while the mouse is over one, and what is under it stays") {
  TwoDeepRuns two;
  UiDriver& ui = two.ui;
  const std::string autograd_a = two.a + "autograd 0", autograd_b = two.b + "autograd 0";
  bool over_b = false, beside = false;
  SUBCASE("over A") {}
  SUBCASE("over B") {
    over_b = true;
  }
  SUBCASE("over A, side by side in a low window") {
    beside = true;
  }
  if (beside) {
    ui.window().settings().panes.runs_beside = true;
    ImGui::GetIO().DisplaySize = {1280, 800};
    ui.settle();
    ui.view().lanes.scroll_to(10000);
    ui.settle();
  }
  const float y_a = ui.mark(autograd_a).y0, y_b = ui.mark(autograd_b).y0;
  const float height = ui.mark(two.a + "main").height();
  ui.move({ui.mark(over_b ? "b.lanes" : "lanes").x0 + 300, (over_b ? y_b : y_a) + 10});
  two.show_later();
  int moved = 0;
  for (int i = 0; i < 60; ++i) {
    ui.frame();
    moved += ui.mark(autograd_a).y0 == y_a && ui.mark(autograd_b).y0 == y_b ? 0 : 1;
  }
  CHECK(moved == 0);
  ui.settle();
  CHECK(ui.mark(two.a + "main").height() < height);
  CHECK(ui.mark(two.b + "main").height() == ui.mark(two.a + "main").height());
  CHECK(ui.mark(autograd_a).y0 == y_a);
  CHECK(ui.mark(autograd_b).y0 == y_b);
}

TEST_CASE("rows of compared runs go after a link was followed, with the mouse still over one") {
  TwoDeepRuns two;
  UiDriver& ui = two.ui;
  const float height = ui.mark(two.a + "main").height();
  const Rect lanes = ui.mark("lanes");
  ui.move({lanes.x0 + 300, lanes.y0 + lanes.height() / 2});
  ui.view().go_to(ui.find("copy"));
  ui.settle();
  two.show_later();
  ui.settle();
  ui.view().lanes.scroll_to(10000);
  ui.settle();
  REQUIRE(ui.has_mark(two.a + "main"));
  CHECK(ui.mark(two.a + "main").height() < height);
  CHECK(ui.mark(two.b + "main").height() == ui.mark(two.a + "main").height());
}

TEST_CASE("rows that the time in view needs come back at once, wherever the mouse is") {
  DeepWindow opened;
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  const float height = ui.mark("lane." + main).height();
  opened.show(6000, 6600);
  REQUIRE(ui.mark("lane." + main).height() < height);
  ui.view().selection.select(ui.find("copy"));  // in a lane below
  ui.settle();
  const Rect label = ui.mark("label." + main);
  ui.move({label.x0 + 60, label.y0 + 10});
  ui.settle();
  show_whole_trace(ui.view());
  ui.frames(3);
  CHECK(ui.view().viewport.gliding());
  CHECK(ui.mark("lane." + main).height() == height);
  CHECK(ui.mark("label." + main).y0 == label.y0);
  ui.settle();
  CHECK(ui.mark("lane." + main).height() == height);
  CHECK(ui.mark("label." + main).y0 == label.y0);
}

TEST_CASE("a selected range is dragged without a lane changing its height") {
  DeepWindow opened;
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  const Rect lanes = ui.mark("lanes");
  const float height = ui.mark("lane." + main).height();
  ui.move({lanes.x0 + 200, lanes.y1 - 10});
  ui.press(ImGuiMouseButton_Right);
  for (int i = 0; i < 60; ++i) {
    ui.move({lanes.x0 + 200 - static_cast<float>(i) * 10, lanes.y1 - 10});
    ui.frame();
    CHECK(ui.mark("lane." + main).height() == height);
  }
  ui.release(ImGuiMouseButton_Right);
}

TEST_CASE("pinned lanes stay at the top and take half of the height at most") {
  DeepWindow opened(1280, 700);
  UiDriver& ui = opened.ui;
  const std::string main = opened.main_lane();
  ui.view().lanes.toggle_pinned(kStream);
  ui.settle();
  const Rect lanes = ui.mark("lanes");
  CHECK(opened.y_of(kStream) == lanes.y0);
  opened.go("frame39");
  CHECK(opened.y_of(kStream) == lanes.y0);
  CHECK(opened.sees("frame39"));
  ui.view().lanes.set_row_cap(main, LaneTreeState::kAllRows);
  ui.view().lanes.toggle_pinned(main);
  ui.settle();
  CHECK(opened.y_of(kStream) == lanes.y0);
  CHECK(ui.mark("lane." + main).y1 <= lanes.y0 + lanes.height() / 2 + 1);
  opened.go("frame39");
  CHECK(opened.sees("frame39"));
  opened.go("frame2");
  CHECK(opened.sees("frame2"));
  CHECK(ui.mark("lane." + main).y1 <= lanes.y0 + lanes.height() / 2 + 1);
  opened.go("gemm_backward");
  CHECK(opened.sees("cudaLaunchKernel2"));
}

TEST_CASE("a jump in a narrow window ends where the details do not cover the lanes") {
  DeepWindow opened(900, 700);
  UiDriver& ui = opened.ui;
  opened.show(0, 1000);
  for (const char* name : {"copy", "aten::last", "frame39"}) {
    CAPTURE(name);
    opened.go(name);
    const Rect drawer = ui.mark("details.drawer");
    CHECK(ui.place_of(ui.find(name)).x < drawer.x0);
    CHECK(ui.place_of(ui.find(name)).x > ui.mark("lanes").x0);
  }
  opened.go("aten::last");
  focus_selection(ui.view());
  ui.settle();
  focus_selection(ui.view());
  ui.settle();
  const Rect drawer = ui.mark("details.drawer");
  const TimeRange range = *ui.view().range_of(ui.find("aten::last"));
  const auto x = [&](Ns ns) {
    return ui.mark("lanes").x0 + static_cast<float>(ui.view().viewport.x_of(ns));
  };
  CHECK(x(range.begin_ns) >= ui.mark("lanes").x0);
  CHECK(x(range.end_ns) <= drawer.x0);
  CHECK(x(range.end_ns) - x(range.begin_ns) > 100);  // and it fills that part
}

TEST_CASE("F after a click on slices drawn as one block shows them") {
  TempFolder folder;
  UiDriver ui(1280, 800);
  std::string json = R"({"traceEvents":[)";
  for (int i = 0; i < 200; ++i) {
    json += fmt::format(
        R"({{"ph":"X","cat":"kernel","name":"tiny","pid":0,"tid":7,"ts":{},"dur":1,"args":{{"device":0,"stream":7}}}},)",
        500'000 + 3 * i);
  }
  json += R"({"ph":"X","cat":"cpu_op","name":"all","pid":1,"tid":1,"ts":0,"dur":1000000}]})";
  ui.open(folder.write("tiny.json", json));
  ui.view().viewport.fit();
  ui.settle();
  ui.click(ui.place_of(ui.find("tiny")));
  ui.settle();
  REQUIRE(ui.view().block.pick == ui.view().selection.picks());
  const TimeRange block = ui.view().block.range;
  ui.key(ImGuiKey_F);
  ui.settle();
  const TimeRange seen = ui.view().viewport.range();
  CHECK(seen.begin_ns <= block.begin_ns);
  CHECK(seen.end_ns >= block.end_ns);
  CHECK(seen.length_ns() < 2 * block.length_ns());
  ui.key(ImGuiKey_F);  // then the selected one, as ever
  ui.settle();
  ui.key(ImGuiKey_F);
  ui.settle();
  CHECK(ui.view().viewport.range().length_ns() < block.length_ns() / 10);
}

}  // namespace
}  // namespace lanescope
