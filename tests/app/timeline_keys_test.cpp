// The timeline under the keyboard, without a screen.
#include <doctest/doctest.h>

#include "app/shell/window/main_window.h"
#include "tests/app/keys.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

TEST_CASE("held letters zoom and pan by their place on the keyboard") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const double span_ns = ui.view().viewport.view().span_ns;
  ui.window().keyboard().letter_key('W', true);
  ui.frames(20);
  ui.window().keyboard().letter_key('W', false);
  CHECK(ui.view().viewport.view().span_ns < span_ns * 0.7);
  const TimeRange before = ui.view().viewport.range();
  ui.window().keyboard().letter_key('D', true);
  CHECK(ui.window().next_frame_in_s() == 0);
  ui.frames(5);
  ui.window().keyboard().letter_key('D', false);
  CHECK(ui.view().viewport.range().begin_ns > before.begin_ns);
}

TEST_CASE("an arrow pressed with Alt pans only after it was released and pressed again") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.window().keyboard().letter_key('W', true);
  ui.frames(20);
  ui.window().keyboard().letter_key('W', false);
  ui.frames(60);
  const TimeRange before = ui.view().viewport.range();
  ImGuiIO& io = ImGui::GetIO();
  send_modifiers(ImGuiMod_Alt, true);
  io.AddKeyEvent(ImGuiKey_RightArrow, true);  // no view to go forward to
  ui.frames(3);
  send_modifiers(ImGuiMod_Alt, false);
  ui.frames(20);
  CHECK(ui.view().viewport.range() == before);
  io.AddKeyEvent(ImGuiKey_RightArrow, false);
  ui.frames(2);
  io.AddKeyEvent(ImGuiKey_RightArrow, true);
  ui.frames(5);
  io.AddKeyEvent(ImGuiKey_RightArrow, false);
  ui.frames(2);
  CHECK(ui.view().viewport.range().begin_ns > before.begin_ns);
}

TEST_CASE("going back from a zoom to the selected range leads to where it was selected") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const TimeRange all = ui.view().viewport.range();
  ui.view().selection.select_range({all.begin_ns, all.begin_ns + all.length_ns() / 2});
  ui.frames(60);
  const TimeView before = ui.view().viewport.view();
  ui.key(ImGuiKey_Z);
  ui.frames(60);
  REQUIRE_FALSE(ui.view().viewport.view() == before);
  ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  ui.settle();
  CHECK(ui.view().viewport.view() == before);
  CHECK(ui.view().selection.range());
  ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  ui.settle();
  CHECK_FALSE(ui.view().selection.range());
}

TEST_CASE("keys walk from event to event") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.click(ui.place_of(ui.find("kernel_a")));
  ui.key(ImGuiKey_Period);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_b");
  ui.key(ImGuiKey_Comma);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_a");
  ui.key(ImGuiKey_Period, ImGuiMod_Shift);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_a");
  CHECK(ui.view().selection.primary() != ui.find("kernel_a"));
  ui.type("[");
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "cudaLaunchKernel");
  ui.key(ImGuiKey_UpArrow, ImGuiMod_Alt);
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "aten::op3");
  ui.key(ImGuiKey_DownArrow, ImGuiMod_Alt);
  ui.type("]");
  CHECK(name_of(ui.view(), ui.view().selection.primary()) == "kernel_a");
}

TEST_CASE("a range and an event that Esc or a click deselected come back, by either history") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const TimeRange range{1'000'000, 2'000'000};
  const EventId event = ui.find("kernel_b");
  const auto select_both = [&] {
    ui.view().selection.select(event);
    ui.view().selection.select_range(range);
    ui.frames(60);
  };
  const auto both_are_selected = [&] {
    return ui.view().selection.range() == range && ui.view().selection.primary() == event;
  };
  select_both();
  ui.key(ImGuiKey_Escape);
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  REQUIRE(ui.view().selection.empty());
  ui.key(ImGuiKey_Backspace);
  ui.key(ImGuiKey_Backspace);
  ui.settle();
  CHECK(both_are_selected());
  ui.view().selection.clear();  // as a click beside all events does
  ui.frames(2);
  ui.key(ImGuiKey_Backspace);
  ui.settle();
  CHECK(both_are_selected());
  ui.view().search.text = "kernel";
  ui.settle();
  ui.view().selection.clear_range();
  ui.frames(2);
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(ui.view().selection.range() == range);
  CHECK(ui.view().search.text == "kernel");
}

TEST_CASE("F centres the selection and then fits it, the view history goes back and forward") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.frames(60);  // the whole trace has been looked at
  ui.click(ui.place_of(ui.find("kernel_b")));
  ui.key(ImGuiKey_Z);
  ui.settle();
  const double fitted_ns = ui.view().viewport.view().span_ns;
  CHECK(fitted_ns < 2e6);
  ui.frames(60);
  ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
  ui.key(ImGuiKey_RightArrow, ImGuiMod_Alt);
  ui.settle();
  CHECK(ui.view().viewport.view().span_ns == doctest::Approx(fitted_ns));
  ui.key(ImGuiKey_Home);
  ui.settle();
  CHECK(ui.view().viewport.shows_all());
  ui.key(ImGuiKey_F);
  ui.settle();
  ui.key(ImGuiKey_F);
  ui.settle();
  CHECK(ui.view().viewport.view().span_ns < 2e6);
}

TEST_CASE("what a key brings below a resting mouse has no tooltip until the mouse is used") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const auto tooltip = [] { return !ImGui::GetForegroundDrawList()->VtxBuffer.empty(); };
  const ImVec2 kernel = ui.place_of(ui.find("kernel_a"));
  ui.click(kernel);
  REQUIRE(tooltip());
  SUBCASE("the next event") {
    ui.key(ImGuiKey_Period);
    REQUIRE(name_of(ui.view(), ui.view().selection.primary()) == "kernel_b");
  }
  SUBCASE("a view that zooms to the selection and goes on after the key is up") {
    ui.key(ImGuiKey_Z);
    ui.frames(1);
    CHECK_FALSE(tooltip());
  }
  SUBCASE("a held letter, also while the mouse moves") {
    ui.window().keyboard().letter_key('D', true);
    ui.move({kernel.x + 1, kernel.y});
    CHECK_FALSE(tooltip());
    ui.window().keyboard().letter_key('D', false);
    ui.move(kernel);
    ui.window().keyboard().letter_key('W', true);
    ui.frames(3);
    ui.window().keyboard().letter_key('W', false);
  }
  ui.settle();
  CHECK_FALSE(tooltip());
  const ImVec2 there = ui.place_of(ui.view().selection.primary());
  ui.move({there.x + 1, there.y});
  ui.move(there);
  CHECK(tooltip());
}

TEST_CASE("a modifier alone leaves the tooltip of a lane, the wheel brings it back") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const auto tooltip = [] { return !ImGui::GetForegroundDrawList()->VtxBuffer.empty(); };
  ui.click(ui.place_of(ui.find("kernel_a")));
  ui.modifier(ImGuiMod_Ctrl, true);
  CHECK(tooltip());
  ui.modifier(ImGuiMod_Ctrl, false);
  ui.key(ImGuiKey_Comma);
  CHECK_FALSE(tooltip());
  ui.wheel(1);
  CHECK(tooltip());
}

}  // namespace
}  // namespace lanescope
