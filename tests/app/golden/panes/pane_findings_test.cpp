// The findings: chosen by mouse and keys, scrolled, copied, in wide and in narrow windows.
#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_walk.h"

namespace lanescope {

TEST_CASE("the findings chosen by the mouse are what they were") {
  PaneWalk walk("pane_findings_mouse");
  PaneWindow window("two_gpus.json", {1600, 760});
  UiDriver& ui = window.ui;
  window.tab("Findings");
  walk.see(ui, "at first");
  for (int page = 0; page < 3; ++page) {
    for (const std::string& name : window.marks("finding.")) {
      if (!ui.has_mark(name) || ui.mark(name).y1 > 730) continue;
      walk.rest(ui, within(ui.mark(name)), "the mouse on " + name);
      window.click(name);
      walk.see(ui, name);
    }
    ui.move(within(ui.mark("findings.list")));
    ui.wheel(-3);
    window.mouse_away();
    walk.see(ui, "scrolled");
  }
  ui.move({ui.mark("findings.list").x1 + 200, ui.mark("findings.list").y0 + 60});
  ui.wheel(-2);
  window.mouse_away();
  walk.see(ui, "the words are scrolled");
  for (const char* const name : {"findings.copy", "findings.copy_all", "findings.thresholds"}) {
    if (!ui.has_mark(name)) continue;
    window.click(name);
    walk.see(ui, name);
  }
}

TEST_CASE("the findings walked by keys are what they were") {
  PaneWalk walk("pane_findings_keys");
  PaneWindow window("workload.json", {1600, 700});
  UiDriver& ui = window.ui;
  window.tab("Findings");
  window.click({ui.mark("findings.list").x0 + 200, ui.mark("findings.list").y0 + 20});
  walk.see(ui, "the first");
  for (int i = 0; i < 12; ++i) {
    ui.key(ImGuiKey_DownArrow);
    walk.see(ui, "down");
    if (i % 4 != 3) continue;
    ui.key(ImGuiKey_Enter);
    walk.see(ui, "its evidence");
  }
  for (int i = 0; i < 14; ++i) {
    ui.key(ImGuiKey_UpArrow);
    walk.see(ui, "up");
  }
  ui.key(ImGuiKey_DownArrow, ImGuiMod_Ctrl);
  walk.see(ui, "with Ctrl");
}

TEST_CASE("the findings in a narrow window are what they were") {
  PaneWalk walk("pane_findings_narrow");
  for (const float width : {640.0F, 900.0F, 1100.0F}) {
    PaneWindow window("workload.json", {width, 600});
    UiDriver& ui = window.ui;
    window.tab("Findings");
    walk.see(ui, "the list");
    window.click({ui.mark("findings.list").x0 + 100, ui.mark("findings.list").y0 + 60});
    walk.see(ui, "the second");
    if (ui.has_mark("findings.back")) {
      ui.key(ImGuiKey_DownArrow);
      walk.see(ui, "the next");
      window.click("findings.back");
      walk.see(ui, "the list again");
      ui.key(ImGuiKey_Enter);
      walk.see(ui, "unfolded by a key");
    }
  }
}

TEST_CASE("the findings of a range, of a trace without steps and of little are what they were") {
  PaneWalk walk("pane_findings_others");
  {
    PaneWindow window("workload.json");
    window.tab("Findings");
    const TimeRange all = window.ui.view().snapshot()->extent;
    window.ui.view().selection.select_range(
        {all.begin_ns + all.length_ns() / 3, all.begin_ns + all.length_ns() / 2});
    walk.see(window.ui, "of a range");
  }
  for (const char* const trace : {"training.json", "memory.json", "counters.json",
                                  "legacy_names.json", "sync_rows.json", "profiler_ranges.json"}) {
    PaneWindow window(trace);
    window.tab("Findings");
    walk.see(window.ui, trace);
  }
}

}  // namespace lanescope
