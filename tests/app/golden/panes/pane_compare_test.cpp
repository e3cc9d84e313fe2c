// Two runs: what changed, how the recordings differ, the strip of changes and the flame graph of
// both, stacked and side by side.
#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_walk.h"

namespace lanescope {
namespace {

struct RunsWindow : HandWindow {
  explicit RunsWindow(ImVec2 size = {1500, 950}, const std::string& a = "two_gpus.json",
                      const std::string& b = "two_gpus_slower.json")
      : HandWindow(size) {
    ui.run(workspace::OpenBoth{copy_of_trace(a, folder), copy_of_trace(b, folder)});
    ui.settle();
  }
};

}  // namespace

TEST_CASE("what changed between two runs is what it was") {
  PaneWalk walk("pane_compare");
  RunsWindow window;
  UiDriver& ui = window.ui;
  window.tab("Compare");
  walk.see(ui, "at first");
  for (const std::string& way : window.marks("way.")) {
    window.click(way);
    walk.see(ui, way);
    const auto rows = window.marks("row.");
    for (std::size_t i = 0; i < rows.size() && i < 2; ++i) {
      for (const float x : {0.05F, 0.6F, 0.95F})
        walk.rest(ui, within(ui.mark(rows[i]), x), rows[i]);
      window.click(rows[i]);
      walk.see(ui, rows[i]);
    }
  }
  for (const char* const name : {"data.brief", "compare.recordings"}) {
    walk.rest(ui, within(ui.mark(name)), name);
    window.click(name);
    walk.see(ui, name);
  }
  for (const std::string& row : window.marks("row.")) {
    walk.rest(ui, within(ui.mark(row), 0.6F), row);
    break;
  }
  window.click("compare.recordings");
  walk.see(ui, "back");
  walk.rest(ui, within(ui.mark("compare.sentence")), "the sentence");
  walk.rest(ui, within(ui.mark("compare.parts")), "the parts");
  if (ui.has_mark("compare.warnings")) {
    walk.rest(ui, within(ui.mark("compare.warnings")), "the warnings");
    window.click("compare.warnings");
    walk.see(ui, "all of them");
  }
  ui.key(ImGuiKey_Tab);
  window.mouse_away();
  walk.see(ui, "the other run");
  window.tab("Compare");
  walk.see(ui, "its tab");
}

TEST_CASE("the lanes of two runs are what they were") {
  PaneWalk walk("pane_compare_lanes");
  RunsWindow window;
  UiDriver& ui = window.ui;
  walk.see(ui, "stacked");
  const Rect strip = ui.mark("delta_strip");
  for (const float x : {0.001F, 0.2F, 0.45F, 0.7F, 0.999F})
    walk.rest(ui, within(strip, x), "the strip");
  window.mouse_away();
  const TimeRange all = ui.view().snapshot()->extent;
  for (const double from : {0.0, 0.3, 0.55}) {
    window.show(all, from, 25);
    walk.see(ui, "from near");
    walk.rest(ui, within(strip, 0.6F), "the mouse there");
    window.mouse_away();
  }
  for (const ImGuiKey key : {ImGuiKey_V, ImGuiKey_L, ImGuiKey_X, ImGuiKey_V, ImGuiKey_Tab}) {
    ui.key(key);
    window.mouse_away();
    walk.see(ui, ImGui::GetKeyName(key));
  }
}

TEST_CASE("the flame graph of two runs is what it was") {
  PaneWalk walk("pane_diff_flame");
  RunsWindow window;
  UiDriver& ui = window.ui;
  window.tab("Diff flame");
  walk.see(ui, "at first");
  for (const char* const head : {"diff_flame.weight.", "diff_flame.stack.", "diff_flame.shape."}) {
    window.click_each(walk, head);
  }
  const Rect canvas = ui.mark("flame.canvas");
  for (const float y : {0.02F, 0.2F, 0.4F, 0.6F}) {
    for (const float x : {0.1F, 0.5F, 0.9F}) walk.rest(ui, within(canvas, x, y), "rest");
  }
  for (const float y : {0.1F, 0.3F}) {
    window.click(within(canvas, 0.3F, y));
    walk.see(ui, "clicked");
  }
  ui.key(ImGuiKey_DownArrow);
  walk.see(ui, "down");
  window.double_click(within(canvas, 0.3F, 0.3F));
  walk.see(ui, "clicked twice");
}

TEST_CASE("two runs in other sizes, and unlike ones, are what they were") {
  PaneWalk walk("pane_compare_sizes");
  for (const ImVec2 size : {ImVec2{640, 420}, ImVec2{900, 600}, ImVec2{2560, 1440}}) {
    RunsWindow window(size);
    for (const char* const tab : {"Compare", "Diff flame"}) {
      window.tab(tab);
      walk.see(window.ui, tab);
    }
    window.tab("Compare");
    for (const char* const name : {"compare.warnings", "compare.recordings"}) {
      if (!window.ui.has_mark(name)) continue;
      walk.rest(window.ui, within(window.ui.mark(name)), name);
      window.click(name);
      walk.see(window.ui, name);
    }
  }
  RunsWindow window({1500, 950}, "training.json", "memory.json");
  for (const char* const tab : {"Compare", "Diff flame"}) {
    window.tab(tab);
    walk.see(window.ui, tab);
  }
  window.ui.key(ImGuiKey_W, ImGuiMod_Ctrl | ImGuiMod_Shift);
  window.mouse_away();
  walk.see(window.ui, "B is closed");
  window.tab("Compare");
  walk.see(window.ui, "nothing to compare with");
}

}  // namespace lanescope
