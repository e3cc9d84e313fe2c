// The timeline under the mouse, without a screen.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/window/main_window.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

TEST_CASE("the wheel zooms and keeps the time under the mouse") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const float x = std::floor(lanes.x0 + lanes.width() * 0.3F);
  ui.move({x, lanes.y0 + 60});
  const Ns before_ns = ui.view().viewport.time_at(x - lanes.x0);
  const double span_ns = ui.view().viewport.view().span_ns;
  ui.wheel(1);
  ui.wheel(1);
  ui.settle();
  CHECK(ui.view().viewport.view().span_ns < span_ns * 0.7);
  const double off_px = ui.view().viewport.x_of(before_ns) - (x - lanes.x0);
  CHECK(std::abs(off_px) < 1);
  ui.wheel(-5);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
}

TEST_CASE("the wheel over the labels scrolls and leaves the time alone") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  for (int i = 0; i < 20; ++i)
    ui.key(ImGuiKey_Equal, ImGuiMod_Ctrl);  // larger, so that the lanes do not all fit
  ui.settle();
  const Rect lanes = ui.mark("lanes");
  const TimeView view = ui.view().viewport.view();
  ui.move({lanes.x0 - 50, lanes.y0 + 80});
  ui.wheel(-2);
  CHECK(ui.view().lanes.scroll_px() > 0);
  CHECK(ui.view().viewport.view() == view);
  ui.move({lanes.x0 + 50, lanes.y0 + 80});
  ui.modifier(ImGuiMod_Shift, true);
  ui.wheel(-1);
  ui.modifier(ImGuiMod_Shift, false);
  CHECK(ui.view().viewport.view().span_ns == view.span_ns);
}

TEST_CASE("a click selects a kernel and Details tell its launch and its operator") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const EventId kernel = ui.find("kernel_b");
  ui.click(ui.place_of(kernel));
  ui.settle();
  CHECK(ui.view().selection.primary() == kernel);
  const DetailsText* details = ui.workspace().trace()->panes->details.shown();
  REQUIRE(details != nullptr);
  CHECK(details->title == "kernel_b");
  const std::string text = details_plain_text(*details);
  CHECK(text.find("cudaLaunchKernel") != std::string::npos);
  CHECK(text.find("aten::op1") != std::string::npos);
  CHECK(text.find("700.0 µs") != std::string::npos);
  CHECK(text.find("[64,") != std::string::npos);
}

TEST_CASE("what a slice at the end of the lanes says does not cover Details") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  REQUIRE(lanes.x1 < ImGui::GetIO().DisplaySize.x - 100);  // Details are beside them
  ui.move({lanes.x1 - 60, ui.place_of(ui.find("ProfilerStep#2")).y});
  ui.frames(3);
  const ImDrawList& over = *ImGui::GetForegroundDrawList();
  REQUIRE(over.VtxBuffer.Size > 0);
  for (const ImDrawVert& vertex : over.VtxBuffer) CHECK(vertex.pos.x <= lanes.x1);
}

TEST_CASE("Ctrl and click adds to the selection, a click on nothing ends it") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const EventId a = ui.find("kernel_a");
  const EventId b = ui.find("kernel_b");
  ui.click(ui.place_of(a));
  ui.modifier(ImGuiMod_Ctrl, true);
  ui.click(ui.place_of(b));
  ui.modifier(ImGuiMod_Ctrl, false);
  CHECK(ui.view().selection.events().size() == 2);
  CHECK(ui.view().selection.primary() == b);
  const ImVec2 place = ui.place_of(a);
  ui.click({place.x, ui.mark("lanes").y1 - 4});
  CHECK(ui.view().selection.empty());
}

TEST_CASE("a double click zooms to the event") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const EventId kernel = ui.find("kernel_c");
  ui.double_click(ui.place_of(kernel));
  ui.settle();
  const TimeRange event = *ui.view().range_of(kernel);
  const TimeRange seen = ui.view().viewport.range();
  CHECK(seen.begin_ns <= event.begin_ns);
  CHECK(seen.end_ns >= event.end_ns);
  CHECK(seen.length_ns() < 2 * event.length_ns());
}

TEST_CASE("a drag selects the range under it and counts what is inside") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  REQUIRE(ui.show_tab("Selection"));
  ui.settle();
  const Rect lanes = ui.mark("lanes");
  const auto x_of = [&](Ns us) {
    return lanes.x0 + static_cast<float>(ui.view().viewport.x_of(
                          ui.view().snapshot()->extent.begin_ns + us * 1000));
  };
  ui.drag({x_of(10000), lanes.y1 - 10}, {x_of(19000), lanes.y1 - 14});
  ui.settle();
  REQUIRE(ui.view().selection.range().has_value());
  const double length_us = static_cast<double>(ui.view().selection.range()->length_ns()) / 1000;
  CHECK(length_us > 8900);
  CHECK(length_us < 9100);
  // Four kernels of that step.
  const std::string facts(ui.pane().facts());
  CHECK_MESSAGE(facts.find(" · 4 events") != std::string::npos, facts);
  ui.key(ImGuiKey_Escape);
  CHECK_FALSE(ui.view().selection.range().has_value());
}

TEST_CASE("a drag on the ruler selects a range too and its edges can be moved") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect ruler = ui.mark("ruler");
  const float y = (ruler.y0 + ruler.y1) / 2;
  ui.drag({ruler.x0 + 200, y}, {ruler.x0 + 400, y});
  const TimeRange first = ui.view().selection.range().value();
  ui.drag({ruler.x0 + 400, y}, {ruler.x0 + 500, y});
  const TimeRange second = ui.view().selection.range().value();
  CHECK(second.begin_ns == first.begin_ns);
  CHECK(second.length_ns() > first.length_ns() * 5 / 4);
}

TEST_CASE("a click on the ruler takes the selected range away") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect ruler = ui.mark("ruler");
  const float y = (ruler.y0 + ruler.y1) / 2;
  ui.drag({ruler.x0 + 200, y}, {ruler.x0 + 400, y});
  REQUIRE(ui.view().selection.range().has_value());
  ui.click({ruler.x0 + 700, y});
  CHECK_FALSE(ui.view().selection.range().has_value());
}

TEST_CASE("a right drag pans, a middle drag zooms to its box") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const ImVec2 from{lanes.x0 + 300, lanes.y0 + 100};
  const Ns left_ns = ui.view().viewport.time_at(300);
  const Ns right_ns = ui.view().viewport.time_at(500);
  ui.drag(from, {from.x + 200, from.y + 100}, ImGuiMouseButton_Middle);
  ui.settle();
  CHECK(std::abs(static_cast<double>(ui.view().viewport.range().begin_ns - left_ns)) < 1e5);
  CHECK(std::abs(static_cast<double>(ui.view().viewport.range().end_ns - right_ns)) < 1e5);
  CHECK(ui.view().selection.empty());
  const Ns held_ns = ui.view().viewport.time_at(300);
  ui.drag(from, {from.x - 120, from.y}, ImGuiMouseButton_Right);
  CHECK(std::abs(ui.view().viewport.x_of(held_ns) - 180) < 1.5);
}

TEST_CASE("the time under the mouse stands beside the length of the range") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const float y = (lanes.y0 + lanes.y1) / 2;
  ui.drag({lanes.x0 + 200, y}, {lanes.x0 + 400, y});
  for (const float x : {210.0F, 290.0F, 310.0F, 390.0F, 600.0F}) {
    ui.move({lanes.x0 + x, y});
    ui.frames(2);
    CAPTURE(x);
    const Rect range = ui.mark("ruler.range");
    const Rect cursor = ui.mark("ruler.cursor");
    CHECK((cursor.x1 <= range.x0 || cursor.x0 >= range.x1));
  }
}

TEST_CASE("the time under the mouse keeps off the name of a mark, and off the range beside it") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const Rect ruler = ui.mark("ruler");
  const float y = (lanes.y0 + lanes.y1) / 2;
  for (const bool with_range : {false, true}) {
    CAPTURE(with_range);
    if (with_range) ui.drag({lanes.x0 + 300, y}, {lanes.x0 + 500, y});
    ui.move({lanes.x0 + 300, y});
    ui.key(ImGuiKey_M);
    for (const float x : {250.0F, 300.0F, 310.0F, 340.0F, 380.0F, 420.0F}) {
      ui.move({lanes.x0 + x, y});
      ui.frames(2);
      CAPTURE(x);
      const auto over = SeenScreen().overprints(ruler);
      CHECK_MESSAGE(over.empty(), (over.empty() ? std::string() : over.front()));
    }
  }
}

TEST_CASE("beside the overview, how busy the GPU was in a range can be read whole") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect lanes = ui.mark("lanes");
  const float y = (lanes.y0 + lanes.y1) / 2;
  ui.drag({lanes.x0 + 20, y}, {lanes.x0 + 400, y});
  ui.settle();
  const Rect strip = ui.mark("overview");
  const std::string seen = SeenScreen().page({0, strip.y0, strip.x0, strip.y1});
  CAPTURE(seen);
  CHECK(seen.find(" % of selected range") != std::string::npos);
  CHECK(seen.find("…") == std::string::npos);
}

TEST_CASE("a right click on a slice offers its name to the search") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.click(ui.place_of(ui.find("kernel_b")), ImGuiMouseButton_Right);
  ui.frames(2);
  ui.click("Find all with this name");
  ui.settle();
  REQUIRE(ui.view().search.matches() != nullptr);
  CHECK(ui.view().search.matches()->events().size() == 3);
}

TEST_CASE("the overview moves and resizes the view") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const Rect strip = ui.mark("overview");
  const float y = (strip.y0 + strip.y1) / 2;
  ui.drag({strip.x0 + 400, y}, {strip.x0 + 600, y});
  ui.settle();
  const TimeRange seen = ui.view().viewport.range();
  const double share = static_cast<double>(seen.length_ns()) /
                       static_cast<double>(ui.view().snapshot()->extent.length_ns());
  CHECK(share == doctest::Approx(200 / strip.width()).epsilon(0.02));
  ui.drag({strip.x0 + 500, y}, {strip.x0 + 700, y});
  CHECK(ui.view().viewport.range().begin_ns > seen.begin_ns);
  CHECK(ui.view().viewport.view().span_ns ==
        doctest::Approx(static_cast<double>(seen.length_ns())).epsilon(0.001));
  ui.click({strip.x0 + 100, y});
  ui.settle();
  CHECK(ui.view().viewport.range().begin_ns < seen.begin_ns);
}

}  // namespace
}  // namespace lanescope
