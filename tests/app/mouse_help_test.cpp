// What the key list says of the mouse and of held keys is what they do.
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/command_outcomes.h"

namespace lanescope {
namespace {

using S = Stage;

struct GestureOutcome {
  std::string what, how;  // as in the list
  std::function<bool(S&)> holds;
};

ImVec2 in_lanes(S& s, float x_px, float y_px = 40) {
  const Rect lanes = s.ui.mark("lanes");
  return {lanes.x0 + x_px, lanes.y0 + y_px};
}

ImVec2 on_names(S& s) {
  return in_lanes(s, -60);
}

TimeRange seen(S& s) {
  return s.view().viewport.range();
}

void hold(S& s, char letter, int frames = 12) {
  s.ui.window().keyboard().letter_key(letter, true);
  s.ui.frames(frames);
  s.ui.window().keyboard().letter_key(letter, false);
  s.ui.frames(2);
}

void hold(S& s, ImGuiKey key, int frames = 12) {
  ImGui::GetIO().AddKeyEvent(key, true);
  s.ui.frames(frames);
  ImGui::GetIO().AddKeyEvent(key, false);
  s.ui.frames(2);
}

void wheel_at(S& s, ImVec2 at, float notches, ImGuiKey mod = ImGuiKey_None) {
  s.ui.move(at);
  s.ui.frame();
  if (mod != ImGuiKey_None) s.ui.modifier(mod, true);
  s.ui.wheel(notches);
  s.ui.settle();
  if (mod != ImGuiKey_None) s.ui.modifier(mod, false);
}

/// So that the lanes do not all fit.
void enlarge(S& s) {
  s.ui.window().settings().zoom_interface(2.5F);
  s.ui.settle();
}

bool zooms_by_letters(S& s) {
  const double whole_ns = s.span_ns();
  hold(s, 'W');
  const double near_ns = s.span_ns();
  hold(s, 'S');
  return near_ns < whole_ns * 0.9 && s.span_ns() > near_ns * 1.1;
}

bool steps_through_matches(S& s) {
  s.ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  s.ui.type("kernel_b");
  s.ui.settle();
  const auto fact = [&] { return s.view().search.facts(s.view().selection.primary()); };
  for (int i = 0; i < 2; ++i) {
    s.ui.key(ImGuiKey_Enter);
    s.ui.frames(2);
  }
  const bool second = fact().starts_with("2 of 3");
  s.ui.key(ImGuiKey_Enter, ImGuiMod_Shift);
  return second && fact().starts_with("1 of 3");
}

bool pans_by_keys(S& s) {
  s.zoom_to_kernel();
  const Ns at_ns = seen(s).begin_ns;
  hold(s, 'A');
  const Ns earlier_ns = seen(s).begin_ns;
  hold(s, 'D', 30);
  const Ns later_ns = seen(s).begin_ns;
  hold(s, ImGuiKey_LeftArrow);
  const Ns back_ns = seen(s).begin_ns;
  hold(s, ImGuiKey_RightArrow);
  return earlier_ns < at_ns && later_ns > at_ns && back_ns < later_ns && seen(s).begin_ns > back_ns;
}

bool scrolls_by_arrows(S& s) {
  enlarge(s);
  hold(s, ImGuiKey_DownArrow, 6);
  const float down_px = s.view().lanes.scroll_px();
  hold(s, ImGuiKey_UpArrow, 3);
  return down_px > 0 && s.view().lanes.scroll_px() < down_px;
}

bool shift_is_faster(S& s) {
  const double whole_ns = s.span_ns();
  hold(s, 'W', 6);
  const double slow = whole_ns / s.span_ns();
  const double from_ns = s.span_ns();
  s.ui.modifier(ImGuiMod_Shift, true);
  hold(s, 'W', 6);
  s.ui.modifier(ImGuiMod_Shift, false);
  return from_ns / s.span_ns() > slow * 1.2;
}

bool zooms_at_the_mouse(S& s) {
  for (const ImGuiKey mod : {ImGuiKey_None, static_cast<ImGuiKey>(ImGuiMod_Ctrl)}) {
    const ImVec2 at = in_lanes(s, 300);
    const Ns under_ns = s.view().viewport.time_at(300);
    const double span_ns = s.span_ns();
    wheel_at(s, at, 2, mod);
    if (s.span_ns() > span_ns * 0.8) return false;
    if (std::abs(s.view().viewport.x_of(under_ns) - 300) > 1.5) return false;
  }
  const double span_ns = s.span_ns();
  wheel_at(s, on_names(s), 2, static_cast<ImGuiKey>(ImGuiMod_Ctrl));
  return s.span_ns() < span_ns * 0.8;
}

bool pans_by_wheel(S& s) {
  s.zoom_to_kernel();
  const TimeRange before = seen(s);
  wheel_at(s, in_lanes(s, 300), -2, static_cast<ImGuiKey>(ImGuiMod_Shift));
  return seen(s).begin_ns > before.begin_ns && seen(s).length_ns() == before.length_ns();
}

bool scrolls_over_names(S& s) {
  enlarge(s);
  const TimeRange before = seen(s);
  wheel_at(s, on_names(s), -2);
  return s.view().lanes.scroll_px() > 0 && seen(s) == before;
}

bool selects_a_range(S& s) {
  s.ui.drag(in_lanes(s, 200), in_lanes(s, 400));
  s.ui.settle();
  const auto in_lanes_range = s.view().selection.range();
  const Rect ruler = s.ui.mark("ruler");
  const float y = (ruler.y0 + ruler.y1) / 2;
  s.ui.drag({ruler.x0 + 500, y}, {ruler.x0 + 700, y});
  const auto on_ruler_range = s.view().selection.range();
  return in_lanes_range && on_ruler_range && s.ui.has_mark("ruler.range") &&
         on_ruler_range->begin_ns > in_lanes_range->end_ns;
}

bool pans_both_axes(S& s) {
  enlarge(s);
  s.view().viewport.zoom(4, 300);
  s.ui.settle();
  const auto moves = [&](int button, bool shift) {
    const TimeRange before = seen(s);
    const float scroll_px = s.view().lanes.scroll_px();
    if (shift) s.ui.modifier(ImGuiMod_Shift, true);
    s.ui.drag(in_lanes(s, 400, 120), in_lanes(s, 330, 90), button);
    if (shift) s.ui.modifier(ImGuiMod_Shift, false);
    return seen(s).begin_ns > before.begin_ns && s.view().lanes.scroll_px() > scroll_px;
  };
  return moves(ImGuiMouseButton_Right, false) && moves(ImGuiMouseButton_Left, true) &&
         s.view().selection.empty();
}

bool zooms_to_a_box(S& s) {
  const Ns left_ns = s.view().viewport.time_at(300);
  const Ns right_ns = s.view().viewport.time_at(500);
  s.ui.drag(in_lanes(s, 300), in_lanes(s, 500, 90), ImGuiMouseButton_Middle);
  s.ui.settle();
  const auto near = [&](Ns a, Ns b) { return std::abs(static_cast<double>(a - b)) < 1e5; };
  return near(seen(s).begin_ns, left_ns) && near(seen(s).end_ns, right_ns);
}

bool selects_an_event(S& s) {
  s.ui.click(s.ui.place_of(s.ui.find("kernel_b")));
  s.ui.settle();
  const DetailsText* details = s.ui.workspace().trace()->panes->details.shown();
  return s.selected() == "kernel_b" && details != nullptr && details->title == "kernel_b";
}

bool adds_to_the_selection(S& s) {
  s.ui.click(s.ui.place_of(s.ui.find("kernel_a")));
  s.ui.modifier(ImGuiMod_Ctrl, true);
  s.ui.click(s.ui.place_of(s.ui.find("kernel_b")));
  s.ui.modifier(ImGuiMod_Ctrl, false);
  return s.view().selection.events().size() == 2;
}

bool zooms_to_an_event(S& s) {
  s.ui.double_click(s.ui.place_of(s.ui.find("kernel_b")));
  s.ui.settle();
  return s.span_ns() < 2e6 && s.selected() == "kernel_b";
}

bool opens_the_menu(S& s) {
  s.ui.click(s.ui.place_of(s.ui.find("kernel_b")), ImGuiMouseButton_Right);
  s.ui.frames(2);
  const bool in_lanes = s.ui.has_mark("Find all with this name");
  s.ui.key(ImGuiKey_Escape);
  s.ui.frames(2);
  const Rect lane = s.ui.mark("lane." + s.kernel_lane());
  s.ui.click({s.ui.mark("lanes").x0 - 60, lane.y0 + 10}, ImGuiMouseButton_Right);
  s.ui.frames(2);
  return in_lanes && s.ui.has_mark("Hide lane");
}

const std::vector<GestureOutcome>& gesture_outcomes() {
  static const std::vector<GestureOutcome> all{
      {"Zoom in, out", "W   S", zooms_by_letters},
      {"In the search box: next, previous match", "Enter   Shift+Enter", steps_through_matches},
      {"Pan in time", "A   D   or   ←   →", pans_by_keys},
      {"Scroll the lanes", "↑   ↓", scrolls_by_arrows},
      {"The same, faster", "with Shift", shift_is_faster},
      {"Zoom at the cursor", "wheel over the lanes, Ctrl+wheel anywhere", zooms_at_the_mouse},
      {"Pan in time", "Shift+wheel", pans_by_wheel},
      {"Scroll the lanes", "wheel over lane names", scrolls_over_names},
      {"Select a range and measure it", "drag, also on the ruler", selects_a_range},
      {"Pan in both directions", "right drag, Shift+drag", pans_both_axes},
      {"Zoom to a box", "middle drag", zooms_to_a_box},
      {"Select an event", "click", selects_an_event},
      {"Add to the selection", "Ctrl+click", adds_to_the_selection},
      {"Zoom to an event", "double-click", zooms_to_an_event},
      {"Lane menu", "right click", opens_the_menu},
  };
  return all;
}

}  // namespace

TEST_CASE("every gesture of the list does what the list says") {
  for (const MouseHelp& help : mouse_help()) {
    const auto& all = gesture_outcomes();
    const auto known = std::find_if(all.begin(), all.end(), [&](const GestureOutcome& outcome) {
      return outcome.what == help.what && outcome.how == help.how;
    });
    CAPTURE(help.what);
    CAPTURE(help.how);
    REQUIRE(known != all.end());
    Stage stage;
    CHECK(known->holds(stage));
  }
  CHECK(mouse_help().size() == gesture_outcomes().size());
}

TEST_CASE("with Perfetto's shortcuts the wheel scrolls the lanes and Ctrl+wheel zooms") {
  S s;
  s.ui.window().settings().keys.use(KeyPreset::Perfetto);
  enlarge(s);
  const double whole_ns = s.span_ns();
  wheel_at(s, in_lanes(s, 300), -2);
  CHECK(s.view().lanes.scroll_px() > 0);
  CHECK(s.span_ns() == whole_ns);
  wheel_at(s, in_lanes(s, 300), 2, ImGuiMod_Ctrl);
  CHECK(s.span_ns() < whole_ns * 0.9);
  const KeyMap& keys = s.ui.window().settings().keys;
  for (const MouseHelp& help : mouse_help()) {
    if (help.what == "Scroll the lanes" && help.how != "↑   ↓")
      CHECK(help.how_with(keys) == "wheel");
  }
}

}  // namespace lanescope
