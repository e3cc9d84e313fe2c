// The line at the top and its menus: all that is in them, with what can be done there and then.
#include <filesystem>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

constexpr const char* kMenus[] = {"File", "Edit", "View", "Go", "Compare", "Help"};

void step_through_menus(WalkWindow& w, GoldenWalk& walk, const std::string& when) {
  for (const char* const menu : kMenus) {
    w.ui.click(menu);
    w.ui.frames(2);
    walk.step(when + ", " + menu);
    w.ui.key(ImGuiKey_Escape);
    w.ui.frames(2);
  }
}

}  // namespace

TEST_CASE("the menus are what they were, with a trace and without") {
  WalkWindow w({1200, 900});
  GoldenWalk walk("menus", w);
  UiDriver& ui = w.ui;
  const std::string trace = w.copy_of("workload.json");
  walk.step("without a trace");
  step_through_menus(w, walk, "without a trace");
  ui.open(trace);
  walk.all("a trace");
  step_through_menus(w, walk, "a trace");
  ui.view().selection.select(event_named(*ui.view().snapshot(), "aten::addmm", 0));
  walk.step("an event is selected");
  step_through_menus(w, walk, "an event is selected");
  ui.click("File");
  ui.frames(2);
  for (const char* const other : {"Edit", "View", "Help", "Compare"}) {
    w.rest_on(other);
    walk.step_here(std::string("the mouse goes on to ") + other);
  }
  w.rest_on("Swap A and B");
  walk.step_here("the mouse on what can not be done");
  ui.click("Swap A and B");
  walk.step_here("it is clicked");
  ui.key(ImGuiKey_Escape);
  walk.step("left");
  ui.click("View");
  ui.frames(2);
  ui.click({600, 700});
  walk.step("left by a click");
}

TEST_CASE("the menus of two runs are what they were") {
  WalkWindow w({1200, 900});
  UiDriver& ui = w.ui;
  ui.run(workspace::OpenBoth{w.copy_of("workload.json"), w.copy_of("training.json")});
  ui.settle();
  GoldenWalk walk("menus_two_runs", w);
  walk.step("two runs");
  step_through_menus(w, walk, "two runs");
}

/// Files that are there lie in a folder whose name differs from run to run, and with it the width
/// of the menu; that they open is in shell/start/recent_menu_test.cpp.
TEST_CASE("the recent files are beside the menu, gray where they are gone") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  for (int i = 0; i < 10; ++i)
    ui.window().settings().note_opened("/nowhere/r" + std::to_string(i) + ".json", 0);
  GoldenWalk walk("menu_recent", w);
  ui.click("File");
  ui.frames(2);
  walk.step("the menu");
  w.rest_on("Open recent");
  REQUIRE(ui.frames_until([&] { return ui.has_mark("recent_gone./nowhere/r3.json"); }));
  walk.step_here("its recent files");
  ui.click("recent_gone./nowhere/r3.json");
  walk.step_here("one that is gone");
  w.rest_on("Quit");
  walk.step_here("the mouse goes on to another row");
}

TEST_CASE("the line at the top and the one at the bottom give way to each other") {
  for (const float width : {1700.0F, 1200.0F, 1000.0F, 900.0F, 800.0F, 720.0F, 640.0F}) {
    CAPTURE(width);
    WalkWindow w({width, 420});
    GoldenWalk walk("top_bar_" + std::to_string(static_cast<int>(width)), w);
    UiDriver& ui = w.ui;
    ui.open(w.copy_of("workload.json"));
    walk.step("a trace");
    ui.view().selection.select(event_named(*ui.view().snapshot(), "aten::addmm", 0));
    walk.step("an event is selected");
    ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
    ui.type("addmm");
    ui.settle();
    ui.key(ImGuiKey_Enter);
    walk.step("found");
    w.type_over("/(/");
    walk.step("an expression that is none");
    w.type_over("nothing of the kind");
    walk.step("nothing is found");
    ui.key(ImGuiKey_Escape);
    walk.step("left");
  }
}

TEST_CASE("the search field is what it was while it is written in") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  GoldenWalk walk("search_field", w);
  walk.all("a trace");
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  walk.step("the field");
  for (const char* const text :
       {"addmm", "/^aten::.*mm$/", "/(/", "cat:kernel dur>10us", "cat:", "nothing of the kind"}) {
    w.type_over(text);
    walk.step(text);
  }
  w.type_over("addmm");
  ui.settle();
  for (int i = 0; i < 2; ++i) {
    ui.key(ImGuiKey_Enter);
    walk.step("Enter");
  }
  ui.key(ImGuiKey_Enter, ImGuiMod_Shift);
  walk.step("Shift+Enter");
  ui.key(ImGuiKey_Enter, ImGuiMod_Shift);
  walk.step("Shift+Enter, round the end");
  ui.key(ImGuiKey_Escape);
  walk.step("left");
}

}  // namespace lanescope
