// The list of commands and that of lanes, in each of their states.
#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("the palette is what it was in each of its states") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  GoldenWalk walk("palette", w);
  w.run("palette");
  walk.all("opened");
  ui.key(ImGuiKey_UpArrow);
  walk.step("up, round the end");
  ui.key(ImGuiKey_DownArrow);
  walk.step("down, round the end");
  ui.key(ImGuiKey_PageDown);
  walk.step("a page down");
  for (int i = 0; i < 6; ++i) ui.key(ImGuiKey_DownArrow);
  walk.step("down until it scrolls");
  ui.key(ImGuiKey_PageUp);
  walk.step("a page up");
  ui.key(ImGuiKey_PageUp);
  walk.step("to the first");
  for (int i = 0; i < 12; ++i) ui.key(ImGuiKey_PageDown);
  walk.step("to the last");
  for (int i = 0; i < 12; ++i) ui.key(ImGuiKey_UpArrow);
  walk.step("up until it scrolls");
  ui.move({600, 300});
  ui.wheel(1);
  walk.step_here("the wheel");
  ui.move({600, 280});
  walk.step_here("the mouse on another row");
  for (const char* const typed : {"zoom", "zm sel", "files", "tab ker", "qqq", "é", "Deselect"}) {
    w.type_over(typed);
    walk.step(typed);
  }
  ui.key(ImGuiKey_Enter);
  walk.step("what can not be done is not");
  w.type_over("launches");
  ui.key(ImGuiKey_Enter);
  walk.step("a tab");
  w.run("palette");
  ui.type("bottom");
  ui.key(ImGuiKey_Enter);
  walk.step("a command");
  w.run("palette");
  walk.step("it is the first of all");
  ui.type("a");
  walk.step("of those with a letter");
  ui.click({1150, 700});
  walk.step("left by a click");
}

TEST_CASE("the list of lanes is what it was") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  GoldenWalk walk("lane_list", w);
  std::string last;
  for (const LaneGroup& group : ui.view().lanes.tree().groups) {
    for (const Lane& lane : group.lanes) last = lane.key;
  }
  ui.view().lanes.hide(last);
  walk.all("a lane is hidden");
  w.run("find_lane");
  walk.step("opened");
  for (const char* const typed : {"stream", "gpu 7", "qqq"}) {
    w.type_over(typed);
    walk.step(typed);
  }
  w.type_over("stream");
  ui.key(ImGuiKey_DownArrow);
  ui.key(ImGuiKey_Enter);
  walk.step("gone to");
  w.run("find_lane");
  ui.type(">qu");
  walk.step("to the commands");
  ui.key(ImGuiKey_Escape);
  walk.step("left");
}

}  // namespace lanescope
