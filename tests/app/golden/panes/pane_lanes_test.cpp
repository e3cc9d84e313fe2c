// Each kind of lane under the mouse, near and far: slices, instants, steps, idle gaps, the critical
// path, counters, curves of the GPU and memory by category.
#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_traces.h"
#include "tests/app/golden/panes/pane_walk.h"
#include "tests/app/small_trace.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

void rest_on_each(PaneWalk& walk, PaneWindow& window) {
  UiDriver& ui = window.ui;
  for (const std::string& name : window.marks_from_top("lane.")) {
    const Rect lane = ui.mark(name);
    for (const float y : {0.05F, 0.4F}) {
      for (const float x : {0.02F, 0.37F, 0.985F}) walk.rest(ui, within(lane, x, y), name);
    }
  }
  window.mouse_away();
}

void show(UiDriver& ui, double from, double to) {
  const TimeRange all = ui.view().snapshot()->extent;
  const auto length = static_cast<double>(all.length_ns());
  ui.view().viewport.show(
      {all.begin_ns + static_cast<Ns>(from * length), all.begin_ns + static_cast<Ns>(to * length)});
  ui.move({-10, -10});
  ui.frames(4);
}

/// Without what stands below, so that more lanes are in sight.
void hide_bottom(UiDriver& ui) {
  ui.key(ImGuiKey_Q);
  ui.settle();
}

}  // namespace

TEST_CASE("the lanes of a training under the mouse are what they were") {
  PaneWalk walk("pane_lanes_training");
  PaneWindow window("workload.json", {1300, 1000});
  hide_bottom(window.ui);
  walk.see(window.ui, "all of it");
  rest_on_each(walk, window);
}

TEST_CASE("the lanes of a training from near are what they were") {
  PaneWalk walk("pane_lanes_near");
  PaneWindow window("workload.json", {1300, 1000});
  hide_bottom(window.ui);
  show(window.ui, 0.31, 0.36);
  walk.see(window.ui, "a twentieth");
  rest_on_each(walk, window);
  show(window.ui, 0.33, 0.3302);
  walk.see(window.ui, "very near");
}

TEST_CASE("lanes of memory and counters are what they were") {
  PaneWalk walk("pane_lanes_curves");
  {
    PaneWindow window(PaneWindow::Text{many_blocks()}, {1300, 900});
    hide_bottom(window.ui);
    walk.see(window.ui, "memory");
    rest_on_each(walk, window);
    show(window.ui, 0.6, 0.7);
    walk.see(window.ui, "from near");
  }
  PaneWindow window("counters.json", {1300, 900});
  hide_bottom(window.ui);
  walk.see(window.ui, "counters");
  rest_on_each(walk, window);
  show(window.ui, 0.2, 0.6);
  walk.see(window.ui, "from near");
}

TEST_CASE("the lane of the critical path is what it was") {
  PaneWalk walk("pane_lanes_path");
  PaneWindow window("workload.json", {1300, 1000});
  UiDriver& ui = window.ui;
  hide_bottom(ui);
  ui.key(ImGuiKey_C);
  walk.see(ui, "shown");
  const auto rest_on_path = [&] {
    const Rect lane = ui.mark("lane.critical path");
    for (const float y : {0.3F, 0.85F}) {
      for (const float x : {0.01F, 0.15F, 0.3F, 0.45F, 0.6F, 0.75F, 0.9F})
        walk.rest(ui, within(lane, x, y), "rest");
    }
  };
  rest_on_path();
  for (const char* const name : {"path.show", "path.only"})
    walk.rest(ui, within(ui.mark(name)), name);
  window.click("path.only");
  walk.see(ui, "alone");
  show(ui, 0.31, 0.36);
  walk.see(ui, "from near");
  rest_on_path();
  window.click(within(ui.mark("lane.critical path"), 0.5F, 0.3F));
  walk.see(ui, "clicked");
  ui.view().selection.select_range(
      {ui.view().viewport.range().begin_ns, ui.view().viewport.range().end_ns});
  walk.see(ui, "of a range");
  window.click("path.show");
  walk.see(ui, "hidden");
  ui.key(ImGuiKey_C, ImGuiMod_Shift);
  walk.see(ui, "alone at once");
}

TEST_CASE("the lane of idle gaps is what it was") {
  PaneWalk walk("pane_lanes_idle");
  PaneWindow window(PaneWindow::Text{small_trace_text({.steps = 4})}, {1300, 900});
  UiDriver& ui = window.ui;
  walk.see(ui, "all of it");
  const auto at = [&](float x) {
    const Rect lane = ui.mark("lane.gpu 0/idle");
    return within(lane, x, 0.5F);
  };
  for (float x = 0.01F; x < 1; x += 0.07F) walk.rest(ui, at(x), "rest");
  show(ui, 0.0, 0.3);
  walk.see(ui, "from near");
  for (float x = 0.01F; x < 1; x += 0.07F) walk.rest(ui, at(x), "rest");
  for (const float x : {0.18F, 0.5F, 0.86F}) {
    window.click(at(x));
    walk.see(ui, "clicked");
  }
  window.double_click(at(0.5F));
  walk.see(ui, "clicked twice");
  show(ui, 0.5, 0.6);
  walk.see(ui, "out of sight");
}

TEST_CASE("lanes of other files under the mouse are what they were") {
  PaneWalk walk("pane_lanes_others");
  for (const char* const trace : {"instants.json", "async.json", "partial_overlap.json",
                                  "graph_launch.json", "sync_rows.json", "profiler_ranges.json"}) {
    PaneWindow window(trace, {1200, 700});
    hide_bottom(window.ui);
    walk.see(window.ui, trace);
    rest_on_each(walk, window);
    for (const std::string& name : window.marks_from_top("lane.")) {
      window.click(within(window.ui.mark(name), 0.4F, 0.4F));
      walk.see(window.ui, name + " clicked");
      if (!window.ui.has_mark(name)) break;
    }
  }
}

TEST_CASE("lanes while something is searched and selected are what they were") {
  PaneWalk walk("pane_lanes_search");
  PaneWindow window("workload.json", {1300, 1000});
  UiDriver& ui = window.ui;
  hide_bottom(ui);
  show(ui, 0.2, 0.5);
  walk.see(ui, "at first");
  for (const char* const words : {"addmm", "dur>100us", "\"", "zzz"}) {
    ui.view().search.text = words;
    walk.see(ui, words);
  }
  ui.view().search.text = "";
  for (const char* const name : {"ProfilerStep#12", "aten::addmm", "cudaStreamSynchronize",
                                 "[memory]", "Memcpy HtoD (Pageable -> Device)"}) {
    ui.view().go_to(event_named(*ui.view().snapshot(), name, 1));
    window.mouse_away();
    walk.see(ui, name);
  }
}

}  // namespace lanescope
