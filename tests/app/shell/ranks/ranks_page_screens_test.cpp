// The ranks of a run in the window, in each of their states.
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/core/ranks/rank_set.h"

namespace lanescope {
namespace {

/// Ranks of 3 steps; rank 2's clock shows more, rank 3 is late.
struct RanksWindow : WalkWindow {
  explicit RanksWindow(ImVec2 size = {1200, 760}, int ranks = 4) : WalkWindow(size) {
    std::filesystem::create_directory(at(""));
    for (int rank = 0; rank < ranks; ++rank) {
      RankSetTrace trace;
      trace.rank = rank;
      trace.steps = 3;
      trace.clock_us = rank == 2 ? 500 : 0;
      trace.late_us = rank == 3 ? 90 : 0;
      folder.write("run/rank" + std::to_string(rank) + ".json", RankSetWriter(trace).text());
    }
  }
  [[nodiscard]] std::string at(const std::string& name) const {
    return folder.path() + "/run" + name;
  }
  void open() {
    ui.run(workspace::Open{at("")});
    ui.settle();
    REQUIRE(ui.workspace().ranks_in_front());
  }
};

}  // namespace

TEST_CASE("ranks are what they were in each of their states") {
  RanksWindow w;
  UiDriver& ui = w.ui;
  GoldenWalk walk("ranks_page", w);
  walk.hide_all("day ", " *(yester|to)day [0-9:]+", " lately");
  w.open();
  walk.all("opened");
  for (int i = 0; i < 5; ++i) {
    ui.key(ImGuiKey_DownArrow);
    walk.step("down");
  }
  for (int i = 0; i < 4; ++i) {
    ui.key(ImGuiKey_UpArrow);
    walk.step("up");
  }
  const Rect row = ui.mark("ranks.row.1");
  ui.move({row.x0 + 600, (row.y0 + row.y1) / 2});
  ui.frames(32);
  walk.step_here("the mouse on a row");
  ui.wheel(4);
  ui.frames(2);
  walk.step("zoomed");
  ui.key(ImGuiKey_DownArrow, ImGuiMod_Ctrl);
  walk.step("Ctrl+down is nothing");
  ui.window().keyboard().letter_key('D', true);
  ui.frames(5);
  ui.window().keyboard().letter_key('D', false);
  ui.key(ImGuiKey_0);
  walk.step("panned, and whole again");
  for (const std::string_view tab : ui.tabs()) {
    REQUIRE(ui.show_tab(tab));
    walk.step(std::string(tab));
  }
  ui.key(ImGuiKey_PageDown, ImGuiMod_Ctrl);
  walk.step("Ctrl+PageDown, round the end");
  w.run("bottom");
  walk.step("without the tabs");
  w.run("details");
  walk.step("without the details");
  ui.click("tab." + std::string(ui.tabs().back()));
  walk.step("a tab of those that were hidden");
  w.run("details");
  w.drag("split.labels", {60, 0});
  walk.step("wider labels");
  w.drag("split.bottom", {0, 50});
  walk.step("lower tabs");
  for (const char* const menu : {"File", "View", "Go"}) {
    ui.click(menu);
    ui.frames(2);
    walk.step(menu);
    ui.key(ImGuiKey_Escape);
    ui.frames(2);
  }
  walk.step("the menus are left");
  ui.key(ImGuiKey_DownArrow);
  walk.step("down");
  ui.key(ImGuiKey_Enter);
  ui.settle();
  REQUIRE(ui.workspace().trace() != nullptr);
  walk.all("a rank is opened");
  ui.click("ranks.back");
  walk.step("and left");
  ui.window().settings().theme = ThemeKind::Light;
  walk.step("light");
  w.run("close");
  walk.step("closed");
}

TEST_CASE("ranks in little room, and many of them, are what they were") {
  {
    RanksWindow w({640, 420});
    GoldenWalk walk("ranks_page_small", w);
    w.open();
    walk.all("opened");
  }
  RanksWindow w({1000, 500}, 9);
  UiDriver& ui = w.ui;
  GoldenWalk walk("ranks_page_many", w);
  w.open();
  walk.all("opened");
  for (int i = 0; i < 9; ++i) ui.key(ImGuiKey_DownArrow);
  walk.step("down to the last");
  const Rect lanes = ui.mark("ranks.row.8");
  ui.move({lanes.x0 + 300, lanes.y0 + 4});
  ui.wheel(-2);
  ui.frames(2);
  walk.step("the wheel");
}

TEST_CASE("ranks of which some can not be read are told of") {
  RanksWindow w;
  UiDriver& ui = w.ui;
  w.folder.write("run/rank1.json", "no trace");
  GoldenWalk walk("ranks_page_broken", w);
  w.open();
  walk.all("opened");
  ui.show_tab("Files");
  walk.step("the files");
  ui.key(ImGuiKey_Escape);
  walk.step("Esc");
  w.folder.write("run/rank2.json", RankSetWriter({.rank = 2, .steps = 1}).text());
  ui.workspace().ranks()->view()->want(2);
  walk.all("one that has changed since");
}

}  // namespace lanescope
