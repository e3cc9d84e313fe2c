// The overview, the details and the load report under hand, and all tabs in the light theme.
#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/panes/pane_traces.h"
#include "tests/app/golden/panes/pane_walk.h"
#include "tests/app/small_trace.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

void run(UiDriver& ui, std::string_view command) {
  const Command* const found = find_command(command);
  REQUIRE(found != nullptr);
  found->run(ui.window());
  ui.settle();
}

/// Each tab while an event is selected, then the critical path.
void see_all(PaneWalk& walk, PaneWindow& window) {
  window.ui.view().go_to(window.ui.find("aten::addmm"));
  window.see_each_tab(walk);
  window.ui.key(ImGuiKey_C);
  walk.see(window.ui, "the critical path");
}

}  // namespace

TEST_CASE("the overview under hand is what it was") {
  PaneWalk walk("pane_overview");
  PaneWindow window("workload.json", {1600, 900});
  UiDriver& ui = window.ui;
  window.tab("Overview");
  walk.see(ui, "at first");
  for (const char* const head : {"figure.", "bars.", "bar.", "legend.", "step."}) {
    for (const std::string& name : window.marks(head)) {
      const Rect rect = ui.mark(name);
      if (rect.height() > 1) walk.rest(ui, within(rect), name);
    }
  }
  const Rect chart = ui.mark("step.chart");
  ui.move({chart.x0 - 200, chart.y0 + 30});
  ui.frame();
  ui.wheel(-1);
  window.mouse_away();
  walk.see(ui, "the bars are scrolled");
  window.click_each(walk, "step.ProfilerStep");
  for (const std::string& name : window.marks("figure.")) {
    window.tab("Overview");
    if (!ui.has_mark(name)) continue;
    window.click(name);
    walk.see(ui, name);
  }
}

TEST_CASE("the overview of many steps, of few, and of each window is what it was") {
  PaneWalk walk("pane_overview_steps");
  for (const int steps : {1, 2, 12, 60, 400}) {
    PaneWindow window(PaneWindow::Text{small_trace_text({.steps = steps})}, {1200, 700});
    window.tab("Overview");
    walk.see(window.ui, std::to_string(steps) + " steps");
    walk.rest(window.ui, within(window.ui.mark("step.chart"), 0.2F, 0.9F), "the mouse on one");
  }
  PaneWindow window("two_gpus.json", {1200, 700});
  window.tab("Overview");
  for (const char* const command : {"window_whole", "window_hta", "window_tb", "window_steps"}) {
    run(window.ui, command);
    walk.see(window.ui, command);
  }
  walk.rest(window.ui, within(window.ui.mark("window.choice")), "the choice of the window");
  window.click("window.choice");
  walk.see(window.ui, "the windows");
}

TEST_CASE("the details under hand are what they were") {
  PaneWalk walk("pane_details");
  PaneWindow window("workload.json", {1300, 520});
  UiDriver& ui = window.ui;
  window.tab("Load report");
  for (const char* const name : {"ampere_sgemm_128x64_tn", "aten::addmm", "cudaStreamSynchronize",
                                 "AddmmBackward0", "train.py(61): log"}) {
    ui.view().selection.select(event_named(*ui.view().snapshot(), name, 0));
    window.mouse_away();
    walk.see(ui, name);
    const float x = (ui.mark("lanes").x1 + 1300) / 2;
    for (int page = 0; page < 3; ++page) {
      for (const float y : {90.0F, 195.0F, 300.0F, 405.0F}) walk.rest(ui, {x - 40, y}, "rest");
      ui.wheel(-3);
      window.mouse_away();
      walk.see(ui, "scrolled");
    }
    if (ui.has_mark("details.more")) {
      window.click("details.more");
      walk.see(ui, "more");
    }
    ui.move({x, 300});
    ui.frame();
    ui.wheel(30);
    window.mouse_away();
    walk.see(ui, "back to the top");
    walk.rest(ui, within(ui.mark("details.copy")), "the copy");
    window.click("details.copy");
    walk.see(ui, "copied");
  }
}

TEST_CASE("all tabs in the light theme are what they were") {
  PaneWalk walk("pane_light");
  PaneWindow window("workload.json", {1500, 900});
  run(window.ui, "theme");
  see_all(walk, window);
}

TEST_CASE("all tabs of large text are what they were") {
  PaneWalk walk("pane_large");
  PaneWindow window("workload.json", {1500, 900});
  for (int i = 0; i < 6; ++i) run(window.ui, "larger");
  see_all(walk, window);
}

TEST_CASE("the load report of broken files is what it was") {
  PaneWalk walk("pane_report");
  for (const char* const trace : {"missing_comma.json", "cut_off.json", "odd_durations.json",
                                  "unknown_ph.json", "impossible_times.json", "empty_list.json"}) {
    PaneWindow window(trace, {1200, 700});
    window.tab("Load report");
    walk.see(window.ui, trace);
    for (const std::string& row : window.marks("row."))
      walk.rest(window.ui, within(window.ui.mark(row), 0.9F), row);
  }
}

}  // namespace lanescope
