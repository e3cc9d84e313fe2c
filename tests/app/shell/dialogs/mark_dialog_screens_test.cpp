// Marks, notes on them, and what is asked before the window closes.
#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"

namespace lanescope {

TEST_CASE("marks are made, written on and taken away as they were") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  GoldenWalk walk("mark_dialog", w);
  walk.all("a trace");
  const Rect lanes = ui.mark("lanes");
  ui.drag({lanes.x0 + 200, lanes.y0 + 90}, {lanes.x0 + 420, lanes.y0 + 95});
  walk.step("a range");
  ui.key(ImGuiKey_M);
  walk.step("is marked");
  ui.key(ImGuiKey_F2);
  ui.frames(2);
  walk.step("the dialog");
  w.type_over("name");
  ui.click("mark.note");
  ui.type("a note");
  walk.step("written in");
  ui.click("mark.cancel");
  walk.step("left");
  ui.key(ImGuiKey_F2);
  ui.frames(2);
  w.type_over("name");
  ui.key(ImGuiKey_Enter);
  walk.step("kept");
  ui.key(ImGuiKey_F2);
  ui.frames(2);
  ui.click({20, 400});
  walk.step("left by a click");
  ui.drag({lanes.x0 + 500, lanes.y0 + 90}, {lanes.x0 + 620, lanes.y0 + 95});
  ui.key(ImGuiKey_M, ImGuiMod_Shift);
  ui.frames(2);
  walk.step("a note on another range");
  ui.type("words");
  ui.click("mark.keep");
  walk.step("kept");
  for (const ImGuiKey key : {ImGuiKey_N, ImGuiKey_N, ImGuiKey_N}) {
    ui.key(key);
    walk.step("the next mark");
  }
  REQUIRE(ui.show_tab("Marks"));
  walk.step("the list of marks");
  ui.key(ImGuiKey_F2);
  ui.frames(2);
  ui.click("mark.delete");
  walk.step("taken away");
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  walk.step("undone");
  ui.key(ImGuiKey_Z, ImGuiMod_Ctrl | ImGuiMod_Shift);
  walk.step("and done again");
}

}  // namespace lanescope
