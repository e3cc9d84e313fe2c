// Back and forward through what was selected and seen, by mouse and keys.
#include <string>

#include "app/panes/pane/trace_actions.h"
#include "tests/app/deep_trace_window.h"

namespace lanescope {
namespace {

/// A window in which events are clicked, and the name of the selected one.
struct Visits : DeepWindow {
  void click(std::string_view name) {
    ui.click(ui.place_of(ui.find(name)));
    ui.settle();
    REQUIRE(selected() == ui.find(name));
  }
  EventId selected() { return ui.view().selection.primary(); }
  void back() { key(ImGuiKey_LeftArrow, ImGuiMod_Alt); }
  void forward() { key(ImGuiKey_RightArrow, ImGuiMod_Alt); }
};

}  // namespace

TEST_CASE("back leads through each event that was clicked, and forward through them again") {
  Visits visits;
  UiDriver& ui = visits.ui;
  ui.frames(60);
  const TimeView before = ui.view().viewport.view();
  for (const char* name : {"gemm", "gemm_backward", "gemm"}) visits.click(name);
  visits.back();
  CHECK(visits.selected() == ui.find("gemm_backward"));
  visits.back();
  CHECK(visits.selected() == ui.find("gemm"));
  visits.back();
  CHECK(ui.view().selection.empty());
  CHECK(ui.view().viewport.view() == before);
  for (const char* name : {"gemm", "gemm_backward", "gemm"}) {
    visits.forward();
    CHECK(visits.selected() == ui.find(name));
  }
  CHECK_FALSE(ui.view().way.history.can_go_forward());
}

TEST_CASE("a second click on an event is no second place") {
  Visits visits;
  visits.click("gemm");
  visits.ui.frames(60);
  visits.click("gemm");
  visits.back();
  CHECK(visits.ui.view().selection.empty());
}

TEST_CASE("back returns to an event as it was left, zoomed and moved") {
  Visits visits;
  UiDriver& ui = visits.ui;
  visits.click("gemm");
  ui.frames(60);
  visits.show(100, 4000);
  ui.frames(60);
  const TimeView left = ui.view().viewport.view();
  visits.click("gemm_backward");
  visits.show(0, 10'000);
  ui.frames(60);
  visits.back();
  CHECK(visits.selected() == ui.find("gemm"));
  CHECK(ui.view().viewport.view() == left);
  visits.back();
  CHECK(ui.view().selection.empty());
}

TEST_CASE("back returns from a zoom to the selection, which stays selected") {
  Visits visits;
  UiDriver& ui = visits.ui;
  visits.click("gemm");
  ui.frames(60);
  const TimeView whole = ui.view().viewport.view();
  zoom_to_selection(ui.view());
  ui.settle();
  ui.frames(60);
  REQUIRE(ui.view().viewport.view().span_ns < whole.span_ns / 10);
  visits.back();
  CHECK(visits.selected() == ui.find("gemm"));
  CHECK(ui.view().viewport.view() == whole);
}

TEST_CASE("back returns to what Esc deselected") {
  Visits visits;
  UiDriver& ui = visits.ui;
  visits.click("gemm");
  // It may dismiss something else first.
  for (int i = 0; i < 3 && !ui.view().selection.empty(); ++i) visits.key(ImGuiKey_Escape);
  REQUIRE(ui.view().selection.empty());
  visits.back();
  CHECK(visits.selected() == ui.find("gemm"));
  visits.forward();
  CHECK(ui.view().selection.empty());
}

TEST_CASE("back returns to an idle gap") {
  Visits visits;
  UiDriver& ui = visits.ui;
  const Ns origin_ns = ui.view().drawn()->extent.begin_ns;
  const GapRef gap{0, {origin_ns + 1'100'000, origin_ns + 6'300'000}};
  ui.view().go_to_gap(gap);
  ui.settle();
  ui.frames(60);
  ui.view().selection.select(ui.find("gemm"));
  ui.settle();
  visits.back();
  CHECK(ui.view().selection.gap() == gap);
  CHECK(visits.selected() == EventId::None);
}

}  // namespace lanescope
