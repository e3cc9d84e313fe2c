// The chart of the launches, few and many: hovered, dragged over, clicked, narrow and low.
#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_traces.h"
#include "tests/app/golden/panes/pane_walk.h"

namespace lanescope {
namespace {

struct LaunchesWindow : PaneWindow {
  explicit LaunchesWindow(int launches, ImVec2 size = {1500, 900})
      : PaneWindow(Text{many_launches(launches)}, size) {
    tab("Launches");
  }
  Rect plot() { return ui.mark("launches.plot"); }
};

void rest_along(PaneWalk& walk, LaunchesWindow& window) {
  const Rect plot = window.plot();
  for (const float y : {0.02F, 0.3F, 0.52F, 0.8F, 1.08F}) {
    for (const float x : {0.002F, 0.25F, 0.49F, 0.76F, 0.998F})
      walk.rest(window.ui, within(plot, x, y), "rest");
  }
}

void drag_boxes(PaneWalk& walk, LaunchesWindow& window) {
  UiDriver& ui = window.ui;
  const Rect plot = window.plot();
  window.hold(within(plot, 0.2F, 0.2F), within(plot, 0.7F, 0.6F));
  walk.see(ui, "a rectangle is drawn");
  window.let_go();
  walk.see(ui, "and kept");
  walk.rest(ui, within(plot, 0.4F, 0.4F), "the mouse in it");
  window.click(within(plot, 0.99F, 0.99F));
  walk.see(ui, "a click beside it");
  window.drag(within(plot, 0.9F, 0.9F), {plot.x0 - 60, plot.y0 - 60});
  walk.see(ui, "up to the left, out of the plot");
  window.click("launches.all");
  walk.see(ui, "all again");
  window.drag(within(plot, 0.1F, 1.06F), within(plot, 0.9F, 1.08F));
  walk.see(ui, "those that did not wait");
  window.click("launches.all");
  ui.settle();  // a selection scrolls to its row, among all of them
}

}  // namespace

TEST_CASE("the chart of a few launches is what it was") {
  PaneWalk walk("pane_launches_few");
  LaunchesWindow window(60);
  walk.see(window.ui, "by call length");
  for (const std::string& name : window.ui.mark_names()) {
    if (name.starts_with("launches.zone."))
      walk.rest(window.ui, within(window.ui.mark(name)), name);
  }
  rest_along(walk, window);
  drag_boxes(walk, window);
  window.ui.view().go_to(window.ui.find("softmax"));
  window.mouse_away();
  walk.see(window.ui, "one is selected");
  const ImVec2 point = within(window.ui.mark("launches.selected"));
  window.ui.view().selection.clear();
  walk.rest(window.ui, point, "the mouse on it");
  walk.rest(window.ui, {point.x + 5, point.y + 3}, "the mouse beside it");
  walk.rest(window.ui, {point.x + 5, point.y + 4}, "a pixel farther");
  window.click(point);
  walk.see(window.ui, "clicked");
}

TEST_CASE("the chart of launches over time is what it was") {
  PaneWalk walk("pane_launches_time");
  LaunchesWindow window(60);
  window.click("launches.axis.Over time");
  walk.see(window.ui, "over time");
  rest_along(walk, window);
  drag_boxes(walk, window);
  const Rect plot = window.plot();
  window.drag(within(plot, 0.3F, 0.1F), within(plot, 0.6F, 0.9F));
  window.click("launches.axis.By call duration");
  walk.see(window.ui, "the rectangle on the other axis");
  window.click("launches.axis.Over time");
  window.click("launches.range");
  walk.see(window.ui, "its time is selected");
}

TEST_CASE("the chart of many launches is what it was") {
  PaneWalk walk("pane_launches_many");
  LaunchesWindow window(3001);
  walk.see(window.ui, "by call length");
  rest_along(walk, window);
  drag_boxes(walk, window);
  window.click("launches.axis.Over time");
  walk.see(window.ui, "over time");
  rest_along(walk, window);
  window.click(within(window.plot(), 0.5F, 1.08F));
  walk.see(window.ui, "clicked");
}

TEST_CASE("the chart of launches in little room is what it was") {
  PaneWalk walk("pane_launches_small");
  for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{900, 430}, ImVec2{1200, 520}}) {
    LaunchesWindow window(12, size);
    walk.see(window.ui, "by call length");
    window.click("launches.axis.Over time");
    walk.see(window.ui, "over time");
    if (!window.ui.has_mark("launches.plot")) continue;
    const Rect plot = window.plot();
    window.drag(within(plot, 0.1F, 0.1F), within(plot, 0.9F, 0.9F));
    walk.see(window.ui, "a rectangle");
  }
}

}  // namespace lanescope
