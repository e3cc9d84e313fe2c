// The ranks of a run under hand: their rows, the ruler, each measure, the tables and the details.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_walk.h"
#include "tests/core/ranks/rank_set.h"

namespace lanescope {
namespace {

/// Ranks of four steps: the second one's clock is ahead, the third one is late everywhere.
struct RanksWindow : HandWindow {
  explicit RanksWindow(int ranks = 4, ImVec2 size = {1400, 900}) : HandWindow(size) {
    for (int rank = 0; rank < ranks; ++rank) {
      RankSetTrace trace;
      trace.rank = rank;
      trace.steps = 4;
      trace.collectives = 4;
      trace.clock_us = rank == 1 ? 500 : 0;
      trace.late_us = rank == 2 ? 90 : 0;
      trace.keeps_every = rank == 3 ? 3 : 1;
      folder.write("rank" + std::to_string(rank) + ".json", RankSetWriter(trace).text());
    }
    ui.run(workspace::Open{folder.path()});
    ui.settle();
  }
};

}  // namespace

TEST_CASE("the rows of the ranks under the mouse are what they were") {
  PaneWalk walk("pane_ranks_mouse");
  RanksWindow window;
  UiDriver& ui = window.ui;
  walk.see(ui, "at first");
  for (const std::string& row : window.marks("ranks.row.")) {
    for (const float x : {0.01F, 0.3F, 0.52F, 0.97F}) walk.rest(ui, within(ui.mark(row), x), row);
  }
  const Rect lanes = ui.mark("ranks.lanes");
  for (const float y : {0.12F, 0.2F, 0.3F, 0.4F, 0.98F})
    walk.rest(ui, within(lanes, 0.3F, y), "the mouse on streams");
  window.hold(within(lanes, 0.3F, 0.3F), within(lanes, 0.5F, 0.4F));
  walk.see(ui, "a range is drawn");
  window.let_go();
  walk.see(ui, "and kept");
  window.hold(within(lanes, 0.6F, 0.3F), within(lanes, 0.7F, 0.4F), ImGuiMouseButton_Middle);
  window.let_go(ImGuiMouseButton_Middle);
  walk.see(ui, "zoomed to");
  for (const float x : {0.1F, 0.35F, 0.6F, 0.85F})
    walk.rest(ui, within(lanes, x, 0.12F), "the mouse on streams");
  window.click(within(lanes, 0.5F, 0.12F));
  walk.see(ui, "clicked");
  window.hold(within(lanes, 0.5F, 0.4F), within(lanes, 0.4F, 0.5F), ImGuiMouseButton_Right);
  walk.see(ui, "pulled");
  ui.release(ImGuiMouseButton_Right);
  ui.move(within(lanes, 0.4F, 0.4F));
  ui.frame();
  ui.wheel(2);
  window.mouse_away();
  walk.see(ui, "the wheel");
  ui.move({lanes.x0 - 50, lanes.y0 + 60});
  ui.frame();
  ui.wheel(-2);
  window.mouse_away();
  walk.see(ui, "the wheel on the names");
  for (int i = 0; i < 3; ++i) {
    ui.key(ImGuiKey_Escape);
    walk.see(ui, "peeled");
  }
  window.double_click(within(ui.mark("ranks.row.0"), 0.4F));
  walk.see(ui, "a rank is opened");
}

TEST_CASE("the ranks by each measure, folded and unfolded, are what they were") {
  PaneWalk walk("pane_ranks_measures");
  RanksWindow window;
  UiDriver& ui = window.ui;
  for (const std::string& measure : window.marks("ranks.measure.")) {
    window.click(measure);
    walk.see(ui, measure);
    walk.rest(ui, within(ui.mark("ranks.row.2"), 0.4F), "the mouse on a cell");
    window.mouse_away();
  }
  // From below, since what unfolds pushes those below it out of the window.
  std::vector<std::string> folds = window.marks("ranks.fold.");
  std::ranges::reverse(folds);
  for (const std::string& fold : folds) {
    walk.rest(ui, within(ui.mark(fold)), "the mouse on " + fold);
    window.click(fold);
    walk.see(ui, fold);
  }
  for (const std::string& label : window.marks("ranks.label.")) {
    walk.rest(ui, within(ui.mark(label)), "the mouse on " + label);
    window.click(label);
    walk.see(ui, label);
  }
  walk.rest(ui, within(ui.mark("ranks.open_rank")), "the mouse on the button");
  window.click("ranks.open_rank");
  walk.see(ui, "its trace");
  ui.key(ImGuiKey_Backspace, ImGuiMod_Shift);
  walk.see(ui, "back");
  window.double_click(within(ui.mark("ranks.label.1")));
  walk.see(ui, "opened");
}

TEST_CASE("the tables of the ranks and their details are what they were") {
  PaneWalk walk("pane_ranks_tables");
  RanksWindow window;
  UiDriver& ui = window.ui;
  for (const std::string_view tab : ui.tabs()) {
    REQUIRE(ui.show_tab(tab));
    window.mouse_away();
    walk.see(ui, std::string(tab));
    const auto rows = window.marks("row.");
    for (std::size_t i = 0; i < rows.size() && i < 3; ++i) {
      for (const float x : {0.05F, 0.5F, 0.9F}) walk.rest(ui, within(ui.mark(rows[i]), x), rows[i]);
      window.click(rows[i]);
      walk.see(ui, rows[i]);
    }
    for (const char* const head : {"Rank", "Name", "Kind", "Skew", "Wait", "Steps", "Bytes"}) {
      for (int time = 0; time < 3 && ui.has_mark(head); ++time) {
        window.click(head);
        walk.see(ui, head);
      }
    }
    window.click("ranks.copy");
    walk.see(ui, "copies");
    if (ui.has_mark("Copy as CSV")) window.click("Copy as CSV");
    walk.see(ui, "copied");
  }
  for (const std::string& line : window.marks("ranks.detail.")) {
    walk.rest(ui, within(ui.mark(line)), line);
    window.click(line);
    walk.see(ui, line);
  }
}

TEST_CASE("two ranks, many ranks and little room are what they were") {
  PaneWalk walk("pane_ranks_sizes");
  {
    RanksWindow window(2, {640, 420});
    walk.see(window.ui, "two");
    window.see_each_tab(walk);
  }
  RanksWindow window(14, {1200, 760});
  walk.see(window.ui, "fourteen");
  const Rect lanes = window.ui.mark("ranks.lanes");
  for (const float y : {0.05F, 0.5F, 0.95F}) walk.rest(window.ui, within(lanes, 0.4F, y), "rest");
}

}  // namespace lanescope
