// The Launches tab as a user meets it.
#include <doctest/doctest.h>

#include "tests/app/panes/tables/chart_tab.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// Ten launches a millisecond apart: calls of 10 µs, kernels of 100 µs that begin 20 µs later.
std::string ten_launches(int wait_us = 30) {
  TraceText trace;
  for (int i = 0; i < 10; ++i) {
    const std::string id = std::to_string(i + 1);
    trace.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(i * 1000), "10",
              R"("correlation": )" + id);
    trace.kernel(i < 5 ? "first" : "second", std::to_string(i * 1000 + wait_us), "100", id);
  }
  return trace.text();
}

struct LaunchesTab : ChartTab {
  explicit LaunchesTab(const std::string& trace = ten_launches()) : ChartTab("Launches", trace) {}
};

}  // namespace

TEST_CASE("the launches are points beside the kernels that they start") {
  LaunchesTab tab;
  CHECK(tab.facts() == "10 launches");
  CHECK(tab.ui.has_mark("launches.plot"));
  CHECK(tab.ui.has_mark("launches.zone.short kernels"));
  CHECK(tab.ui.has_mark("row.first"));
  tab.ui.click("data.ways");
  tab.ui.frames(2);
  tab.ui.click("By call");
  tab.ui.settle();
  CHECK(tab.ui.has_mark("row.cudaLaunchKernel"));
  CHECK_FALSE(tab.ui.has_mark("row.first"));
}

TEST_CASE("the selected kernel is marked in the picture, and a click on a point selects it") {
  LaunchesTab tab;
  CHECK_FALSE(tab.ui.has_mark("launches.selected"));
  tab.ui.view().go_to(tab.ui.find("second"));
  tab.ui.settle();
  const ImVec2 point = middle(tab.ui.mark("launches.selected"));
  tab.ui.view().selection.clear();
  tab.ui.settle();
  tab.ui.click(point);
  tab.ui.settle();
  CHECK(tab.ui.has_mark("launches.selected"));
  const std::string name = tab.selected();
  CHECK((name == "first" || name == "second"));  // all lie at one place
}

TEST_CASE("over time each launch has a place of its own") {
  LaunchesTab tab;
  tab.ui.click("launches.axis.Over time");
  tab.ui.settle();
  const Rect plot = tab.ui.mark("launches.plot");
  tab.ui.view().go_to(tab.ui.find("first"));
  tab.ui.settle();
  CHECK(middle(tab.ui.mark("launches.selected")).x == doctest::Approx(plot.x0).epsilon(0.01));
}

TEST_CASE("a rectangle limits what is counted and listed until all are shown again") {
  LaunchesTab tab;
  tab.ui.click("launches.axis.Over time");
  tab.ui.settle();
  const Rect plot = tab.ui.mark("launches.plot");
  const float half = (plot.x0 + plot.x1) / 2;
  tab.ui.drag({plot.x0 + 1, plot.y0 + 1}, {half, plot.y1 - 1});
  tab.ui.settle();
  // The first lies at the left end, before the drag began.
  CHECK(tab.facts() == "4 of 10 launches");
  CHECK(tab.ui.has_mark("row.first"));
  CHECK_FALSE(tab.ui.has_mark("row.second"));
  tab.ui.click("launches.all");
  tab.ui.settle();
  CHECK(tab.facts() == "10 launches");
  CHECK(tab.ui.has_mark("row.second"));
}

TEST_CASE("the time of a rectangle can become the selected range") {
  LaunchesTab tab;
  tab.ui.click("launches.axis.Over time");
  tab.ui.settle();
  const Rect plot = tab.ui.mark("launches.plot");
  tab.ui.drag({(plot.x0 + plot.x1) / 2, plot.y0 + 1}, {plot.x1, plot.y1 - 1});
  tab.ui.settle();
  tab.ui.click("launches.range");
  tab.ui.settle();
  const auto range = tab.ui.view().selection.range();
  REQUIRE(range);
  CHECK(range->begin_ns == doctest::Approx(4'500'000).epsilon(0.02));
  CHECK(range->end_ns == doctest::Approx(9'000'001).epsilon(0.001));
  CHECK_FALSE(tab.ui.has_mark("launches.all"));
}

TEST_CASE("without GPU work the tab says what to record, and draws no picture") {
  LaunchesTab tab(TraceText().cpu("cpu_op", "aten::mm", "0", "10").text());
  CHECK_FALSE(tab.ui.has_mark("launches.plot"));
}

TEST_CASE("the launches can be hovered, in any of their parts") {
  LaunchesTab tab(small_trace_text({.steps = 6}));
  for (const char* part : {"launches.zone.delayed", "launches.plot", "launches.press"}) {
    tab.ui.move(middle(tab.ui.mark(part)));
    tab.ui.frames(2);
  }
  CHECK(ImGui::GetForegroundDrawList()->VtxBuffer.Size >= 0);
}

TEST_CASE("a launch that waited long tells so under the mouse") {
  LaunchesTab tab(ten_launches(500));
  tab.ui.view().go_to(tab.ui.find("second"));
  tab.ui.settle();
  const ImVec2 point = middle(tab.ui.mark("launches.selected"));
  const int before = ImGui::GetForegroundDrawList()->VtxBuffer.Size;
  tab.ui.move(point);
  tab.ui.frames(2);
  CHECK(ImGui::GetForegroundDrawList()->VtxBuffer.Size > before + 100);
}

TEST_CASE("the picture fits into a small window") {
  TempFolder folder;
  UiDriver ui(700, 420);
  ui.open(folder.write("small.json", small_trace_text()));
  REQUIRE(ui.show_tab("Launches"));
  ui.settle();
  CHECK(ui.has_mark("launches.plot"));
}

}  // namespace lanescope
