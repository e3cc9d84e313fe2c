// The timeline under hand: dragged, pulled, zoomed, clicked at its edges; the ruler, the strip
// above it, the names of the lanes and what is marked.
#include <doctest/doctest.h>

#include "app/panes/pane/trace_actions.h"
#include "tests/app/golden/panes/pane_walk.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct TimelineWindow : PaneWindow {
  explicit TimelineWindow(const std::string& trace = "workload.json", ImVec2 size = {1500, 900})
      : PaneWindow(trace, size) {
    tab("Load report");  // which does not change with what is selected
  }
  void select(std::string_view name, std::size_t nth = 0) {
    ui.view().selection.select(event_named(*ui.view().snapshot(), name, nth));
  }
  void whole() {
    ui.view().selection.clear();
    show_whole_trace(ui.view());
    mouse_away();
    ui.settle();
  }
};

}  // namespace

TEST_CASE("what drags over the lanes do is what it was") {
  PaneWalk walk("pane_timeline_drags");
  TimelineWindow window;
  UiDriver& ui = window.ui;
  const Rect lanes = ui.mark("lanes");
  walk.see(ui, "at first");
  window.hold(within(lanes, 0.3F, 0.5F), within(lanes, 0.5F, 0.6F));
  walk.see(ui, "a range is drawn");
  ui.move({lanes.x1 + 4, lanes.y0 + 40});
  window.let_go();
  walk.see(ui, "to the right edge");
  window.hold(within(lanes, 0.5F, 0.5F), {within(lanes, 0.5F).x + 3, within(lanes, 0.5F).y});
  window.let_go();
  walk.see(ui, "less than a drag");
  window.hold(within(lanes, 0.5F, 0.5F), {within(lanes, 0.5F).x + 4, within(lanes, 0.5F).y});
  window.let_go();
  walk.see(ui, "just a drag");
  window.whole();
  window.hold(within(lanes, 0.3F, 0.2F), within(lanes, 0.45F, 0.6F), ImGuiMouseButton_Middle);
  walk.see(ui, "a box");
  window.let_go(ImGuiMouseButton_Middle);
  walk.see(ui, "zoomed to");
  window.hold(within(lanes, 0.3F, 0.6F), within(lanes, 0.35F, 0.4F), ImGuiMouseButton_Right);
  walk.see(ui, "pulled");
  window.let_go(ImGuiMouseButton_Right);
  walk.see(ui, "let go");
  ui.modifier(ImGuiMod_Shift, true);
  window.hold(within(lanes, 0.35F, 0.4F), within(lanes, 0.3F, 0.45F));
  walk.see(ui, "pulled with Shift");
  ui.release();
  ui.modifier(ImGuiMod_Shift, false);
  window.hold(within(lanes, 0.5F, 0.5F), {lanes.x0 - 40, lanes.y0 + 60});
  // Each frame pulls the lanes along, up to the beginning of the trace.
  const auto begin_ns = [&] { return ui.view().viewport.range().begin_ns; };
  for (Ns before_ns = begin_ns() + 1; before_ns != begin_ns();) {
    before_ns = begin_ns();
    ui.frames(10);
  }
  walk.see(ui, "beyond the left edge");
  window.let_go();
  walk.see(ui, "the range from there");
}

TEST_CASE("what the wheel does over lanes, ruler and names is what it was") {
  PaneWalk walk("pane_timeline_wheel");
  TimelineWindow window("workload.json", {1200, 600});
  UiDriver& ui = window.ui;
  const Rect lanes = ui.mark("lanes"), ruler = ui.mark("ruler");
  const auto turn = [&](ImVec2 at, float notches, ImGuiKey mod = ImGuiKey_None) {
    ui.move(at);
    ui.frame();
    if (mod != ImGuiKey_None) ui.modifier(mod, true);
    ui.wheel(notches);
    if (mod != ImGuiKey_None) ui.modifier(mod, false);
    window.mouse_away();
    walk.see(ui, "turned");
  };
  turn(within(lanes, 0.25F), 2);
  turn(within(lanes, 0.25F), 1, ImGuiMod_Shift);
  turn(within(ruler, 0.7F), 1);
  turn({lanes.x0 - 60, lanes.y0 + 50}, -2);
  turn({lanes.x0 - 60, lanes.y0 + 50}, 1, ImGuiMod_Ctrl);
  turn({lanes.x0 - 60, lanes.y0 + 50}, 1);
  turn({lanes.x0 - 60, lanes.y0 + 50}, -90);
  ui.move(within(lanes, 0.5F));
  ImGui::GetIO().AddMouseWheelEvent(1.5F, 0);
  ui.frame();
  window.mouse_away();
  walk.see(ui, "to the side");
  turn(within(lanes, 0.5F), -30);
}

TEST_CASE("where keys that are held lead is what it was") {
  PaneWalk walk("pane_timeline_held");
  TimelineWindow window("workload.json", {1200, 600});
  UiDriver& ui = window.ui;
  const auto hold = [&](const std::string& letters, int frames) {
    for (const char letter : letters) ui.window().keyboard().letter_key(letter, true);
    ui.frames(frames);
    for (const char letter : letters) ui.window().keyboard().letter_key(letter, false);
    walk.see(ui, letters);
  };
  for (const char* const letters : {"W", "D", "A", "S", "W", "WS", "AD", "WD", "WSD"})
    hold(letters, 6);
  ui.modifier(ImGuiMod_Shift, true);
  hold("W", 6);
  hold("D", 6);
  ui.modifier(ImGuiMod_Shift, false);
  ui.move(within(ui.mark("lanes"), 0.2F));
  hold("W", 6);
}

TEST_CASE("the ruler and its range are what they were") {
  PaneWalk walk("pane_timeline_ruler");
  TimelineWindow window;
  UiDriver& ui = window.ui;
  const Rect ruler = ui.mark("ruler");
  ui.drag(within(ruler, 0.3F), within(ruler, 0.5F));
  walk.rest(ui, within(ruler, 0.4F), "a range");
  for (const float at : {0.29F, 0.33F, 0.48F, 0.52F, 0.001F, 0.999F})
    walk.rest(ui, within(ruler, at), "the mouse beside its length");
  const float left = within(ruler, 0.3F).x, y = within(ruler, 0.5F).y;
  window.drag({left + 4, y}, {left - 100, y});
  walk.see(ui, "its left edge is pulled");
  window.drag({within(ruler, 0.5F).x + 5, y}, {within(ruler, 0.5F).x + 90, y});
  walk.see(ui, "beside its right edge");
  for (const double from : {0.1, 0.62, 0.9}) {
    const TimeRange all = ui.view().snapshot()->extent;
    window.show(all, from, 20);
    walk.see(ui, "another part");
  }
  window.click(within(ruler, 0.9F));
  walk.see(ui, "a click ends it");
}

TEST_CASE("the strip over the ruler is what it was") {
  PaneWalk walk("pane_timeline_strip");
  TimelineWindow window;
  UiDriver& ui = window.ui;
  const Rect strip = ui.mark("overview");
  window.drag(within(strip, 0.3F), within(strip, 0.5F));
  walk.see(ui, "a window is opened");
  for (const float off : {-6.0F, -5.0F, 0.0F, 5.0F, 6.0F, 50.0F})
    walk.rest(ui, {within(strip, 0.3F).x + off, within(strip).y}, "the mouse by its edge");
  window.drag(within(strip, 0.3F), within(strip, 0.4F));
  walk.see(ui, "its edge is pulled");
  window.drag(within(strip, 0.45F), within(strip, 0.7F));
  walk.see(ui, "it is moved");
  window.click(within(strip, 0.1F));
  walk.see(ui, "a click outside");
  window.hold(within(strip, 0.8F), within(strip, 0.95F));
  walk.see(ui, "a drag outside");
  ui.release();
  ui.view().search.text = "addmm";
  window.mouse_away();
  walk.see(ui, "a search");
}

TEST_CASE("names of lanes: folded, hidden, pinned, moved, resized") {
  PaneWalk walk("pane_timeline_names");
  TimelineWindow window("workload.json", {1200, 800});
  UiDriver& ui = window.ui;
  const std::vector<std::string> names = ui.mark_names();
  for (const std::string& name : names) {
    if (!name.starts_with("label.") && !name.starts_with("group.")) continue;
    if (!ui.has_mark(name)) continue;
    walk.rest(ui, within(ui.mark(name)), "the mouse on " + name);
  }
  for (const std::string& name : names) {
    if (!ui.has_mark(name)) continue;
    const bool folds =
        name.starts_with("fold.") || name.starts_with("group.") || name.starts_with("more.");
    if (!folds) continue;
    window.click(name);
    walk.see(ui, name);
    if (!ui.has_mark(name)) continue;
    window.click(name);
    walk.see(ui, name + " again");
  }
  for (const std::string& name : window.marks("rows.")) {
    if (!ui.has_mark(name)) continue;
    const ImVec2 grip = within(ui.mark(name));
    walk.rest(ui, grip, name);
    window.drag(grip, {grip.x, grip.y - 40});
    walk.see(ui, name + " up");
    if (!ui.has_mark(name)) continue;
    window.double_click(within(ui.mark(name)));
    walk.see(ui, name + " clicked twice");
  }
}

TEST_CASE("lanes pinned, hidden and moved are what they were") {
  PaneWalk walk("pane_timeline_lanes");
  TimelineWindow window("two_gpus.json", {1200, 800});
  UiDriver& ui = window.ui;
  const std::vector<std::string> labels = window.marks_from_top("label.");
  REQUIRE(labels.size() > 4);
  for (const std::size_t i : {std::size_t{1}, std::size_t{3}}) {
    ui.move(within(ui.mark(labels[i])));
    ui.frame();
    ui.key(ImGuiKey_P);
    window.mouse_away();
    walk.see(ui, "pinned");
  }
  for (const float y : {10.0F, 40.0F, 70.0F, 100.0F, 130.0F}) {
    const Rect lanes = ui.mark("lanes");
    walk.rest(ui, {within(lanes, 0.3F).x, lanes.y0 + y}, "the mouse on lanes");
    walk.rest(ui, {lanes.x0 - 40, lanes.y0 + y}, "the mouse on names");
  }
  window.select("aten::mm");
  window.mouse_away();
  walk.see(ui, "arrows from and to pinned lanes");
  ui.move(within(ui.mark(labels[1])));
  ui.frame();
  ui.key(ImGuiKey_P);
  ui.move(within(ui.mark(labels[2])));
  ui.frame();
  ui.key(ImGuiKey_H);
  window.mouse_away();
  walk.see(ui, "one unpinned, one hidden");
  ui.key(ImGuiKey_H, ImGuiMod_Shift);
  walk.see(ui, "shown again");
  const auto pull = [&](const std::string& name, float by_y) {
    if (!ui.has_mark(name)) return;
    const ImVec2 from = within(ui.mark(name));
    window.hold(from, {from.x, from.y + by_y});
    walk.see(ui, name + " is held");
    window.let_go();
    walk.see(ui, name + " is dropped");
  };
  pull(labels[1], 5);
  pull(labels[1], 6);
  pull(labels[1], 120);
  pull(labels[4], -90);
  for (const std::string& name : ui.mark_names()) {
    if (!name.starts_with("group.")) continue;
    pull(name, 300);
    break;
  }
  for (const float y : {30.0F, 200.0F}) {
    const Rect lanes = ui.mark("lanes");
    ui.click({lanes.x0 - 60, lanes.y0 + y}, ImGuiMouseButton_Right);
    ui.frames(2);
    walk.see(ui, "the menu of a lane");
    if (ui.has_mark("Hide lane")) window.click("Hide lane");
    walk.see(ui, "hidden by its menu");
    ui.click({lanes.x0 + 60, lanes.y0 + y}, ImGuiMouseButton_Right);
    ui.frames(2);
    window.mouse_away();
    walk.see(ui, "the menu within the lane");
    if (ui.has_mark("Show all lanes")) window.click("Show all lanes");
    walk.see(ui, "all lanes");
    ui.key(ImGuiKey_Escape);
  }
}

TEST_CASE("clicks on events and walks from event to event are what they were") {
  PaneWalk walk("pane_timeline_clicks");
  TimelineWindow window;
  UiDriver& ui = window.ui;
  const TimeRange all = ui.view().snapshot()->extent;
  ui.view().viewport.show({all.begin_ns + 1'500'000, all.begin_ns + 2'000'000});
  window.mouse_away();
  walk.see(ui, "half a millisecond");
  const Rect lanes = ui.mark("lanes");
  for (const float y : {0.06F, 0.25F, 0.42F, 0.6F, 0.8F}) {
    for (const float x : {0.01F, 0.34F, 0.71F, 0.99F}) walk.rest(ui, within(lanes, x, y), "rest");
  }
  window.select("ampere_sgemm_128x32_nn", 4);
  window.mouse_away();
  walk.see(ui, "a kernel");
  const auto press = [&](ImGuiKey key, int mods = 0) {
    ui.key(key, mods);
    walk.see(ui, ImGui::GetKeyName(key));
  };
  for (const ImGuiKey key : {ImGuiKey_Period, ImGuiKey_Comma, ImGuiKey_Z, ImGuiKey_F, ImGuiKey_F})
    press(key);
  press(ImGuiKey_Period, ImGuiMod_Shift);
  press(ImGuiKey_Comma, ImGuiMod_Shift);
  ui.type("[");
  walk.see(ui, "back along the flow");
  press(ImGuiKey_UpArrow, ImGuiMod_Alt);
  press(ImGuiKey_UpArrow, ImGuiMod_Alt);
  press(ImGuiKey_DownArrow, ImGuiMod_Alt);
  press(ImGuiKey_DownArrow, ImGuiMod_Alt);
  ui.type("]");
  walk.see(ui, "along the flow");
  ui.frames(70);
  press(ImGuiKey_0);
  ui.frames(70);
  press(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  press(ImGuiKey_RightArrow, ImGuiMod_Alt);
  ui.view().search.text = "addmm";
  walk.see(ui, "a search");
  for (int i = 0; i < 3; ++i) press(ImGuiKey_F3);
  press(ImGuiKey_F3, ImGuiMod_Shift);
  window.whole();
  walk.see(ui, "nothing is selected");
  press(ImGuiKey_Period);
  press(ImGuiKey_F3);
}

TEST_CASE("marks and views that are kept are what they were") {
  PaneWalk walk("pane_marks");
  TimelineWindow window;
  UiDriver& ui = window.ui;
  window.tab("Marks");
  walk.see(ui, "none");
  window.click("marks.add");
  walk.see(ui, "a note is asked for");
  ui.type("from here on");
  ui.key(ImGuiKey_Enter);
  walk.see(ui, "a mark of the middle");
  const TimeRange all = ui.view().snapshot()->extent;
  window.select("ampere_sgemm_128x32_nn", 4);
  ui.key(ImGuiKey_M);
  walk.see(ui, "of an event");
  ui.view().selection.select_range({all.begin_ns + 900'000, all.begin_ns + 2'100'000});
  ui.key(ImGuiKey_M);
  walk.see(ui, "of a range");
  ui.key(ImGuiKey_3, ImGuiMod_Ctrl);
  walk.see(ui, "a view is kept");
  for (const ImGuiKey key : {ImGuiKey_N, ImGuiKey_N, ImGuiKey_N, ImGuiKey_3}) {
    ui.key(key);
    walk.see(ui, ImGui::GetKeyName(key));
  }
  ui.key(ImGuiKey_N, ImGuiMod_Shift);
  walk.see(ui, "the one before");
  for (const char* const name : {"marks.next", "marks.previous", "mark.0", "mark.1", "mark.2"}) {
    if (!ui.has_mark(name)) continue;
    walk.rest(ui, within(ui.mark(name)), std::string("the mouse on ") + name);
    window.click(name);
    walk.see(ui, name);
  }
  ui.view().viewport.show({all.begin_ns + 1'000'000, all.begin_ns + 1'700'000});
  window.mouse_away();
  walk.see(ui, "a range that begins outside");
  window.click_each(walk, "row.");
  ui.key(ImGuiKey_F2);
  walk.see(ui, "edited");
  ui.key(ImGuiKey_Escape);
  ui.key(ImGuiKey_N);
  window.click("marks.delete");
  walk.see(ui, "one is gone");
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  walk.see(ui, "undone");
  ui.key(ImGuiKey_Y, ImGuiMod_Ctrl);
  walk.see(ui, "and done");
}

}  // namespace lanescope
