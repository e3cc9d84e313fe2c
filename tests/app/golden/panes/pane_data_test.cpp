// Tables of the panes: sorted by each head, filtered, walked by keys, with other columns, copied.
#include <algorithm>

#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_traces.h"
#include "tests/app/golden/panes/pane_walk.h"

namespace lanescope {
namespace {

/// What ends where the rows begin.
std::vector<std::string> heads_of(UiDriver& ui, float rows_y) {
  std::vector<std::string> heads;
  for (const std::string& name : ui.mark_names()) {
    const Rect rect = ui.mark(name);
    if (rect.y1 <= rows_y + 1 && rect.y1 >= rows_y - 1 && rect.height() < 30) heads.push_back(name);
  }
  return heads;
}

void sort_by_each(PaneWalk& walk, PaneWindow& window) {
  UiDriver& ui = window.ui;
  const auto rows = window.marks_from_top("row.");
  if (rows.empty()) return;
  for (const std::string& head : heads_of(ui, ui.mark(rows.front()).y0)) {
    for (int time = 0; time < 3; ++time) {
      if (!ui.has_mark(head)) break;
      window.click(head);
      walk.see(ui, head);
    }
  }
}

}  // namespace

TEST_CASE("tables sorted by each of their heads are what they were") {
  PaneWalk walk("pane_data_sorted");
  PaneWindow window("workload.json");
  for (const char* const tab : {"Ops", "Kernels", "Steps"}) {
    window.tab(tab);
    walk.see(window.ui, tab);
    sort_by_each(walk, window);
  }
}

TEST_CASE("each way to count the rows of a table is what it was") {
  PaneWalk walk("pane_data_ways");
  PaneWindow window("two_gpus.json");
  UiDriver& ui = window.ui;
  for (const char* const tab :
       {"Ops", "Kernels", "Launches", "Sequences", "Compile", "Critical path"}) {
    window.tab(tab);
    walk.see(ui, tab);
    if (ui.has_mark("data.ways")) {
      window.click("data.ways");
      walk.see(ui, "ways");
      ui.key(ImGuiKey_Escape);
    }
    window.click_each(walk, "way.");
    if (!ui.has_mark("data.warm_up")) continue;
    walk.rest(ui, within(ui.mark("data.warm_up")), "the mouse on the warm-up");
    window.click("data.warm_up");
    walk.see(ui, "with the warm-up");
    window.click("data.warm_up");
  }
}

TEST_CASE("a filter, well and badly written, leaves of a table what it left") {
  PaneWalk walk("pane_data_filter");
  PaneWindow window("workload.json");
  UiDriver& ui = window.ui;
  window.tab("Ops");
  walk.rest(ui, within(ui.mark("data.filter")), "the mouse on the field");
  for (const char* const words :
       {"mm", "zzz", "calls>10", "calls>", "/add.*/", "/(/", "-aten", "nothing>1", "'a' b"}) {
    ui.click("data.filter");
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.type(words);
    ui.key(ImGuiKey_Enter);
    window.mouse_away();
    walk.see(ui, words);
  }
}

TEST_CASE("rows of a table walked by keys, picked and copied are what they were") {
  PaneWalk walk("pane_data_keys");
  PaneWindow window("workload.json", {1400, 760});
  UiDriver& ui = window.ui;
  window.tab("Kernels");
  const auto rows = window.marks_from_top("row.");
  REQUIRE(rows.size() > 3);
  window.click(rows[1]);
  walk.see(ui, "the second row");
  window.click(rows[1]);
  walk.see(ui, "again");
  const auto press = [&](ImGuiKey key, int mods = 0) {
    ui.key(key, mods);
    walk.see(ui, std::string(mods != 0 ? "with a modifier, " : "") + ImGui::GetKeyName(key));
  };
  for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_DownArrow, ImGuiKey_UpArrow,
                             ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_UpArrow})
    press(key);
  for (int i = 0; i < 3; ++i) press(ImGuiKey_Enter);
  press(ImGuiKey_Enter, ImGuiMod_Shift);
  for (int i = 0; i < 30; ++i) ui.key(ImGuiKey_DownArrow);
  walk.see(ui, "to the end");
  press(ImGuiKey_KeypadEnter);
  press(ImGuiKey_C, ImGuiMod_Ctrl);
  for (int i = 0; i < 30; ++i) ui.key(ImGuiKey_UpArrow);
  ui.modifier(ImGuiMod_Shift, true);
  ui.click(within(ui.mark(rows[3])));
  ui.modifier(ImGuiMod_Shift, false);
  window.mouse_away();
  walk.see(ui, "four rows");
  ui.modifier(ImGuiMod_Ctrl, true);
  ui.click(within(ui.mark(rows[1])));
  ui.modifier(ImGuiMod_Ctrl, false);
  window.mouse_away();
  walk.see(ui, "three of them");
  press(ImGuiKey_C, ImGuiMod_Ctrl);
  window.double_click(within(ui.mark(rows[2])));
  walk.see(ui, "clicked twice");
  ui.view().selection.select(ui.find("aten::addmm"));
  walk.see(ui, "something else is selected");
  press(ImGuiKey_C, ImGuiMod_Ctrl);
  window.click(rows[1]);
  press(ImGuiKey_Enter);
  ui.modifier(ImGuiMod_Ctrl, true);
  ui.click(within(ui.mark(rows[2])));
  ui.modifier(ImGuiMod_Ctrl, false);
  window.click(rows[1]);
  walk.see(ui, "of two rows one is clicked again");
}

TEST_CASE("the tab of the selection under hand is what it was") {
  PaneWalk walk("pane_selection");
  PaneWindow window("workload.json", {1500, 800});
  UiDriver& ui = window.ui;
  window.tab("Selection");
  walk.see(ui, "at first");
  window.click_each(walk, "kind.");
  window.click("kind.all");
  sort_by_each(walk, window);
  const auto rows = window.marks_from_top("row.");
  REQUIRE(rows.size() > 2);
  walk.rest(ui, within(ui.mark(rows[1]), 0.05F), "the mouse on a row");
  window.click(rows[1]);
  walk.see(ui, "clicked");
  window.double_click(within(ui.mark(rows[2])));
  walk.see(ui, "clicked twice");
  ui.move(within(ui.mark(rows[1])));
  ui.frame();
  ui.wheel(-4);
  window.mouse_away();
  walk.see(ui, "scrolled");
  window.click("kind.all");
  walk.see(ui, "back at the top");
}

TEST_CASE("columns of a table, its copies and what its bars tell are what they were") {
  PaneWalk walk("pane_data_columns");
  PaneWindow window("workload.json");
  UiDriver& ui = window.ui;
  for (const char* const tab : {"Ops", "Steps"}) {
    window.tab(tab);
    window.click("data.columns");
    walk.see(ui, "the columns");
    ui.key(ImGuiKey_Escape);
    for (const char* const column : {"Calls", "Self CPU", "Longest"}) {
      window.click("data.columns");
      const bool there = ui.has_mark(column);
      if (there) window.click(column);
      ui.key(ImGuiKey_Escape);
      walk.see(ui, column);
    }
    window.click("data.copy");
    walk.see(ui, "the copies");
    ui.key(ImGuiKey_Escape);
    for (const char* const copy : {"As CSV", "As Markdown"}) {
      window.click("data.copy");
      window.click(copy);
      walk.see(ui, copy);
    }
    const auto rows = window.marks_from_top("row.");
    for (std::size_t i = 0; i < std::min<std::size_t>(rows.size(), 2); ++i) {
      for (const float x : {0.02F, 0.55F, 0.75F, 0.97F})
        walk.rest(ui, within(ui.mark(rows[i]), x), rows[i]);
    }
  }
}

TEST_CASE("tables in little and in much room are what they were") {
  PaneWalk walk("pane_data_sizes");
  for (const ImVec2 size :
       {ImVec2{640, 400}, ImVec2{860, 600}, ImVec2{1060, 640}, ImVec2{2560, 1440}}) {
    PaneWindow window("workload.json", size);
    for (const char* const tab : {"Ops", "Kernels", "Steps", "Modules", "Selection", "Marks",
                                  "Load report", "Findings", "Overview"}) {
      window.tab(tab);
      walk.see(window.ui, tab);
    }
  }
}

TEST_CASE("tables of a selected range are what they were") {
  PaneWalk walk("pane_data_range");
  PaneWindow window("workload.json");
  UiDriver& ui = window.ui;
  const TimeRange all = ui.view().snapshot()->extent;
  for (const Ns length_ns : {all.length_ns() / 3, Ns{20'000}, Ns{1}}) {
    const Ns begin_ns = all.begin_ns + all.length_ns() / 2;
    ui.view().selection.select_range({begin_ns, begin_ns + length_ns});
    window.see_each_tab(walk);
  }
}

}  // namespace lanescope
