// The lane of idle gaps as a user meets it: see why, click, read, follow the links.
#include <algorithm>

#include <doctest/doctest.h>

#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

/// The first gap lies from 1,800 to 3,100 µs: the next operator runs from 2,500 on and launches at
/// 2,600.
struct IdleWindow : SmallTraceWindow {
  IdleWindow() {
    ui.view().viewport.show({0, 10'000'000});
    ui.settle();
  }
  ImVec2 at(Ns time_ns) {
    const Rect lane = ui.mark("lane.gpu 0/idle");
    const auto x = static_cast<float>(ui.view().viewport.x_of(time_ns));
    return {lane.x0 + x, (lane.y0 + lane.y1) / 2};
  }
  [[nodiscard]] const DetailsText* details() {
    return ui.workspace().trace()->panes->details.shown();
  }
  [[nodiscard]] bool has_link(std::string_view section, std::string_view key) {
    for (const DetailSection& one : details()->sections) {
      if (one.title != section) continue;
      if (std::ranges::any_of(one.lines, [&](const DetailLine& line) {
            return line.key == key && line.link != EventId::None;
          }))
        return true;
    }
    return false;
  }
};

}  // namespace

TEST_CASE("a click on a gap selects it, and Details says why the GPU was idle") {
  IdleWindow window;
  window.ui.click(window.at(2'200'000));
  window.ui.settle();
  const auto& gap = window.ui.view().selection.gap();
  REQUIRE(gap);
  CHECK(gap->device == 0);
  CHECK(gap->range == TimeRange{1'800'000, 3'100'000});
  REQUIRE(window.details());
  CHECK(window.details()->title == "Idle gap");
  CHECK(window.has_link("ENDED BY", "kernel_b"));
  CHECK(window.has_link("LAUNCHED BY", "cudaLaunchKernel"));
}

TEST_CASE("the links of a gap lead to the events behind it") {
  IdleWindow window;
  window.ui.click(window.at(2'200'000));
  window.ui.settle();
  window.ui.click("kernel_b");
  window.ui.settle();
  CHECK(name_of(window.ui.view(), window.ui.view().selection.primary()) == "kernel_b");
  CHECK_FALSE(window.ui.view().selection.gap());
}

TEST_CASE("the selected gap is shown across the lanes, and Esc takes it away") {
  IdleWindow window;
  CHECK_FALSE(window.ui.has_mark("gap.band"));
  window.ui.click(window.at(2'200'000));
  window.ui.settle();
  REQUIRE(window.ui.has_mark("gap.band"));
  const Rect band = window.ui.mark("gap.band");
  CHECK(band.x0 == doctest::Approx(window.at(1'800'000).x).epsilon(0.01));
  CHECK(band.x1 == doctest::Approx(window.at(3'100'000).x).epsilon(0.01));
  window.ui.key(ImGuiKey_Escape);
  window.ui.settle();
  CHECK_FALSE(window.ui.has_mark("gap.band"));
  CHECK(window.details() == nullptr);
}

TEST_CASE("a double click on a gap zooms to it, and an event selected then replaces it") {
  IdleWindow window;
  window.ui.double_click(window.at(2'200'000));
  window.ui.settle();
  const TimeRange seen = window.ui.view().viewport.range();
  CHECK(seen.begin_ns > 1'400'000);
  CHECK(seen.end_ns < 3'600'000);
  window.ui.view().go_to(window.ui.find("kernel_a"));
  window.ui.settle();
  CHECK_FALSE(window.ui.view().selection.gap());
  REQUIRE(window.details());
  CHECK(window.details()->title == "kernel_a");
}

TEST_CASE("kernels leave no gap where they run") {
  IdleWindow window;
  window.ui.click(window.at(1'400'000));
  window.ui.settle();
  CHECK_FALSE(window.ui.view().selection.gap());
}

TEST_CASE("curves about the GPU are folded away until asked for") {
  IdleWindow window;
  CHECK_FALSE(window.ui.has_mark("lane.gpu 0/utilization"));
  window.ui.view().lanes.reveal("gpu 0/utilization");
  window.ui.settle();
  REQUIRE(window.ui.has_mark("lane.gpu 0/utilization"));
  const Rect lane = window.ui.mark("lane.gpu 0/utilization");
  window.ui.move({window.at(1'400'000).x, (lane.y0 + lane.y1) / 2});
  window.ui.frames(2);
  CHECK(ImGui::GetForegroundDrawList()->VtxBuffer.Size > 0);
  window.ui.view().lanes.toggle_folded("gpu 0/metrics");
  window.ui.settle();
  CHECK_FALSE(window.ui.has_mark("lane.gpu 0/utilization"));
}

}  // namespace lanescope
