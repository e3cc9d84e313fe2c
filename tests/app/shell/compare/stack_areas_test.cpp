// How the lanes of two runs share the room that there is.
#include "app/shell/compare/stack_areas.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/view/lanes/tree.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/compare/two_loops_window.h"
#include "tests/paths.h"

namespace lanescope {

TEST_CASE("with room, each of two runs has a head, and a strip says what changed") {
  const StackAreas areas = share_out_stacks({0, 0, 900, 394}, false, 224, Style());
  CHECK(areas.with_names);
  CHECK_FALSE(areas.a.strip.empty());
  CHECK(areas.a.lanes.height() == areas.b.lanes.height());
  CHECK(areas.a.head.width() == 900);
}

TEST_CASE("with little height, both runs keep lanes below their rulers") {
  for (const bool beside : {false, true}) {
    for (const float height_px : {131.0F, 170.0F, 230.0F}) {
      CAPTURE(height_px);
      const Rect area{0, 40, 480, 40 + height_px};
      const StackAreas areas = share_out_stacks(area, beside, 224, Style());
      for (const StackAreas::Stack& stack : {areas.a, areas.b}) {
        CHECK(stack.lanes.height() >= 46);
        CHECK(stack.lanes.y1 <= area.y1);
        CHECK(stack.head.x0 >= area.x0);
        // A head is above its lanes, or on their left.
        CHECK((stack.head.y1 <= stack.lanes.y0 || stack.head.x1 <= stack.lanes.x0));
      }
      CHECK((areas.a.lanes.y1 <= areas.b.lanes.y0 || areas.a.lanes.x1 <= areas.b.lanes.x0));
    }
  }
}

namespace {

/// The first stream of a run, as far as its lanes show it.
float stream_in_sight_px(TwoLoopsWindow& two, const TraceView& view, const std::string& run) {
  const Rect lanes = two.ui.mark(run + "lanes");
  for (const LaneGroup& group : view.lanes.tree().groups) {
    for (const Lane& lane : group.lanes) {
      if (!is_stream(lane.role)) continue;
      const std::string mark = run + "lane." + lane.key;
      if (!two.ui.has_mark(mark)) return 0;
      const Rect rect = two.ui.mark(mark);
      return std::min(rect.y1, lanes.y1) - std::max(rect.y0, lanes.y0);
    }
  }
  return 0;
}

}  // namespace

TEST_CASE("two runs in a tiny window show the GPU of both, and which is which") {
  for (const ImVec2 size : {ImVec2{480, 320}, ImVec2{300, 280}}) {
    CAPTURE(size.x);
    TwoLoopsWindow small;
    ImGui::GetIO().DisplaySize = size;
    small.ui.frames(2);
    small.compare();
    for (const std::string run : {"", "b."}) {
      const TraceView& view = run.empty() ? small.a() : small.b();
      CHECK(small.ui.mark(run + "lanes").height() >= 20);
      CHECK(stream_in_sight_px(small, view, run) >= 12);
    }
    const Rect a = small.ui.mark("compare.head.A"), b = small.ui.mark("compare.head.B");
    CHECK(a.y1 <= b.y0);
  }
}

TEST_CASE("what two runs differ by begins with its value, and stays readable when narrow") {
  for (const ImVec2 size : {ImVec2{480, 320}, ImVec2{300, 280}}) {
    CAPTURE(size.x);
    TwoLoopsWindow two;
    ImGui::GetIO().DisplaySize = size;
    two.compare();
    const std::string line = SeenScreen().page(two.ui.mark("compare.line"));
    CAPTURE(line);
    CHECK(line.find("+25.8 %") != std::string::npos);
    const std::string screen = SeenScreen().page({0, 0, size.x, size.y});
    CAPTURE(screen);
    CHECK(screen.find("before") != std::string::npos);
    CHECK(screen.find("after") != std::string::npos);
    const Rect close = two.ui.mark("compare.close");
    CHECK(two.ui.mark("compare.sentence").x1 <= close.x0);
    CHECK(close.x1 <= size.x);
  }
}

TEST_CASE("where no row of a comparison fits, the lanes have the room and a button leads to it") {
  TwoLoopsWindow two;
  ImGui::GetIO().DisplaySize = {480, 320};
  two.compare();
  CHECK_FALSE(two.ui.has_mark("compare.parts"));
  CHECK(two.ui.has_mark("b.lanes"));
  REQUIRE(two.ui.has_mark("bottom.maximize"));
  two.ui.click("bottom.maximize");
  two.ui.settle();
  CHECK(two.ui.has_mark("row.aten::mm [[64, 64], [64, 64]]"));
  CHECK_FALSE(two.ui.has_mark("bottom.maximize"));
  two.run("maximize_bottom");
  CHECK(two.ui.has_mark("b.lanes"));
}

TEST_CASE("in a low window, a comparison's table stays where one of its rows fits") {
  TwoLoopsWindow two;
  ImGui::GetIO().DisplaySize = {480, 420};
  two.compare();
  REQUIRE(two.ui.has_mark("row.aten::mm [[64, 64], [64, 64]]"));
  CHECK(two.ui.mark("row.aten::mm [[64, 64], [64, 64]]").y1 <= 420 - 22);
  CHECK_FALSE(two.ui.has_mark("bottom.maximize"));
}

TEST_CASE("a comparison whose table the user has made low keeps it in a high window") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.window().settings().panes.bottom_px = 100;
  two.ui.frames(2);
  CHECK(two.ui.has_mark("compare.parts"));
  CHECK_FALSE(two.ui.has_mark("bottom.maximize"));
}

TEST_CASE("at 1600 by 900 a comparison has more than three rows to read") {
  const std::string examples = source_folder() + "/assets/examples/generated-gpt-";
  UiDriver ui(1600, 900);
  ui.open(examples + "slow.json.gz");
  ui.run(workspace::Drop{{examples + "fixed.json.gz"}});
  ui.settle();
  REQUIRE(ui.show_tab("Compare"));
  ui.settle();
  ui.frames(2);
  const float end_y = ui.mark("table.footer").y0;
  CHECK(std::ranges::count_if(ui.mark_names(), [&](const std::string& name) {
          return name.starts_with("row.") && ui.mark(name).y1 <= end_y;
        }) >= 5);
}

TEST_CASE("a warning stands beside the parts of a change where both fit on a line") {
  LoopTimes few, slower;
  few.steps = slower.steps = 3;
  slower.mm_us = 550;
  TwoLoopsWindow two(few, slower);
  ImGui::GetIO().DisplaySize = {2560, 900};
  two.compare();
  REQUIRE(two.ui.show_tab("Compare"));
  two.ui.settle();
  two.ui.frames(2);
  REQUIRE(two.ui.has_mark("compare.warning.0"));
  const Rect warning = two.ui.mark("compare.warning.0");
  const Rect parts = two.ui.mark("compare.parts");
  CHECK(warning.y0 >= parts.y0);
  CHECK(warning.y0 < parts.y1);
  CHECK(warning.x0 > parts.x1);
}

TEST_CASE("at 1920 by 1080 a comparison has rows to read below the GPU streams of both runs") {
  const std::string examples = source_folder() + "/assets/examples/generated-gpt-";
  UiDriver ui(1920, 1080);
  ui.open(examples + "slow.json.gz");
  ui.run(workspace::Drop{{examples + "fixed.json.gz"}});
  ui.settle();
  REQUIRE(ui.workspace().runs().both());
  REQUIRE(ui.show_tab("Compare"));
  ui.settle();
  ui.frames(2);
  const float end_y = ui.mark("table.footer").y0;
  const auto is_whole_row = [&](const std::string& name) {
    return name.starts_with("row.") && ui.mark(name).y1 <= end_y;
  };
  CHECK(std::ranges::count_if(ui.mark_names(), is_whole_row) >= 5);
  for (const std::string run : {"", "b."}) {
    for (const std::string stream : {"7", "20"}) {
      CAPTURE(run + stream);
      CHECK(ui.mark(run + "lane.gpu 0/stream " + stream).y1 <= ui.mark(run + "lanes").y1);
    }
  }
}

TEST_CASE("what the mouse says of a row of a comparison covers neither the row nor the lanes") {
  TwoLoopsWindow two;
  UiDriver& ui = two.ui;
  ImGui::GetIO().DisplaySize = {1920, 1080};
  two.compare();
  REQUIRE(ui.show_tab("Compare"));
  ui.settle();
  ui.frames(2);
  const Rect screen{0, 0, 1920, 1080}, lanes = ui.mark("b.lanes");
  const float end_y = ui.mark("table.footer").y0;
  std::vector<std::string> names = ui.mark_names();
  std::erase_if(names, [&](const std::string& name) {
    return !name.starts_with("row.aten::") || ui.mark(name).y1 > end_y;
  });
  CHECK_FALSE(names.empty());
  for (const std::string& name : names) {
    CAPTURE(name);
    const Rect row = ui.mark(name);
    const SeenScreen before;
    ui.move({row.x0 + 60, (row.y0 + row.y1) / 2});
    ui.frames(60);
    const SeenScreen after;
    REQUIRE(after.page(screen).find("Sum of durations") != std::string::npos);
    CHECK(after.page(row) == before.page(row));
    CHECK(after.page(lanes) == before.page(lanes));
    ui.move({1400, 20});  // on nothing
    ui.frames(10);
  }
}

TEST_CASE("the heads of two runs side by side lose whole facts, not parts of words") {
  const std::string examples = source_folder() + "/assets/examples/generated-gpt-";
  UiDriver ui(900, 700);
  ui.window().settings().panes.runs_beside = true;
  ui.open(examples + "slow.json.gz");
  ui.run(workspace::Drop{{examples + "fixed.json.gz"}});
  ui.settle();
  ui.frames(2);
  for (const std::string head : {"compare.head.A", "compare.head.B"}) {
    std::string seen = SeenScreen().page(ui.mark(head));
    std::erase(seen, ' ');  // words may begin between two columns of the page
    CAPTURE(seen);
    CHECK(seen.find("events") != std::string::npos);
    CHECK(seen.find("…") == std::string::npos);
  }
}

TEST_CASE("in a window of usual height the parts of a change leave their second line to the rows") {
  TwoLoopsWindow two;
  ImGui::GetIO().DisplaySize = {480, 800};
  two.compare();
  REQUIRE(two.ui.show_tab("Compare"));
  two.ui.settle();
  two.ui.frames(2);
  CHECK(two.ui.mark("compare.parts").height() <= 24);
}

}  // namespace lanescope
