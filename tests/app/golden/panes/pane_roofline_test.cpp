// The chart of the roofline: points of every size, roofs, no roofs, two GPUs, little room.
#include <doctest/doctest.h>

#include "tests/app/golden/panes/pane_traces.h"
#include "tests/app/golden/panes/pane_walk.h"
#include "tests/core/analysis/gpu_time/roofline_trace.h"

namespace lanescope {
namespace {

const std::string kTwoGpus =
    R"("deviceProperties": [{"id": 0, "name": "Tesla V100-SXM2-16GB"}, {"id": 1, "name": "NVIDIA A100-SXM4-80GB"}])";
const std::string kUnknown = R"("deviceProperties": [{"id": 0, "name": "Test GPU"}])";

struct RooflineWindow : PaneWindow {
  explicit RooflineWindow(const std::string& device, ImVec2 size = {1600, 1000})
      : PaneWindow(Text{many_operators(device)}, size) {
    tab("Roofline");
  }
};

}  // namespace

TEST_CASE("the roofline is what it was") {
  PaneWalk walk("pane_roofline");
  RooflineWindow window(kV100);
  UiDriver& ui = window.ui;
  walk.see(ui, "at first");
  for (const std::string& name : window.marks("roofline."))
    walk.rest(ui, within(ui.mark(name)), name);
  const Rect plot = ui.mark("roofline.plot");
  for (int i = 0; i < 24; ++i)
    walk.rest(ui, within(plot, 0.04F * static_cast<float>(i), 1 - 0.04F * static_cast<float>(i)),
              "along a line");
  const Rect point = ui.mark(window.marks("roofline.point.").front());
  for (const float off : {1.0F, 2.0F, 3.0F, 4.0F}) {
    walk.rest(ui, {point.x1 + off, (point.y0 + point.y1) / 2}, "right of a point");
    walk.rest(ui, {(point.x0 + point.x1) / 2, point.y0 - off}, "above a point");
  }
  window.click(within(point));
  walk.see(ui, "a point is clicked");
  ui.view().go_to(ui.find("sgemm"));
  window.mouse_away();
  walk.see(ui, "a kernel is selected");
  ui.click("data.filter");
  ui.type("mul");
  window.mouse_away();
  walk.see(ui, "a filter is typed");
  window.click("roofline.peaks");
  walk.see(ui, "the peaks are asked for");
}

TEST_CASE("rooflines of two GPUs, of an unknown one and of none are what they were") {
  PaneWalk walk("pane_roofline_gpus");
  for (const std::string& device : {kTwoGpus, kUnknown, std::string()}) {
    RooflineWindow window(device);
    walk.see(window.ui, device);
  }
}

TEST_CASE("the roofline in little room is what it was") {
  PaneWalk walk("pane_roofline_small");
  for (const ImVec2 size : {ImVec2{640, 400}, ImVec2{760, 560}, ImVec2{1100, 620},
                            ImVec2{1500, 660}, ImVec2{2560, 1440}}) {
    RooflineWindow window(kV100, size);
    walk.see(window.ui, "at first");
  }
}

}  // namespace lanescope
