// What a hand does to the window: lines, scroll bars and columns are dragged, wheels turned.
#include <vector>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

constexpr float kStatusPx = 26;

struct Window : WalkWindow {
  explicit Window(ImVec2 size = {1300, 820}) : WalkWindow(size) {
    ui.open(copy_of("workload.json"));
  }
  Rect lanes() { return ui.mark("lanes"); }
};

}  // namespace

TEST_CASE("lines between the panes are dragged as they were, and stay within their bounds") {
  Window w;
  GoldenWalk walk("pane_lines", w);
  walk.all("a trace");
  const struct {
    const char* line;
    std::vector<ImVec2> ways;
  } lines[] = {{"split.labels", {{80, 3}, {-400, 0}, {1200, 0}}},
               {"split.details", {{-90, 5}, {-1200, 0}, {900, 0}}},
               {"split.bottom", {{4, -70}, {0, -800}, {0, 700}}}};
  for (const auto& [line, ways] : lines) {
    w.rest_on(line);
    walk.step_here(std::string("the mouse on ") + line);
    for (const ImVec2 by : ways) {
      w.drag(line, by);
      walk.step(std::string(line) + " is dragged");
    }
    w.double_click(line);
    walk.step("and double-clicked");
  }
  w.run("reset_layout");
  walk.step("as at first");
}

TEST_CASE("panes are hidden and shown, text is made larger and smaller") {
  Window w;
  UiDriver& ui = w.ui;
  GoldenWalk walk("panes", w);
  walk.all("a trace");
  for (const char* const command : {"details", "bottom", "details"}) {
    w.run(command);
    walk.step(command);
  }
  for (const std::string_view tab : ui.tabs()) {
    if (!ui.has_mark("tab." + std::string(tab))) continue;
    ui.click("tab." + std::string(tab));
    walk.step("a tab that was hidden");
    break;
  }
  w.run("reset_layout");
  for (const char* const command : {"larger", "larger", "larger", "larger", "usual_size", "smaller",
                                    "smaller", "smaller", "theme"}) {
    w.run(command);
    walk.step(command);
  }
  for (int i = 0; i < 20; ++i) w.run("smaller");
  walk.step("as small as can be");
  for (int i = 0; i < 30; ++i) w.run("larger");
  walk.step("as large as can be");
}

TEST_CASE("the wheel and the scroll bars move what they moved") {
  Window w({1000, 520});
  UiDriver& ui = w.ui;
  ui.view().selection.select(event_named(*ui.view().snapshot(), "aten::addmm", 0));
  GoldenWalk walk("wheels", w);
  walk.all("an event is selected");
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const struct {
    const char* name;
    ImVec2 at;
  } places[] = {{"lanes", {w.lanes().x0 + 200, w.lanes().y0 + 60}},
                {"names", {40, w.lanes().y0 + 60}},
                {"details", {w.lanes().x1 + 100, w.lanes().y0 + 100}}};
  for (const auto& [name, at] : places) {
    for (const float notches : {-1.0F, -3.0F, 1.0F, -40.0F, 40.0F}) {
      ui.move(at);
      ui.wheel(notches);
      ui.frames(3);
      walk.step(std::string(name) + " " + std::to_string(static_cast<int>(notches)));
    }
  }
  for (const std::string_view tab : ui.tabs()) {
    REQUIRE(ui.show_tab(tab));
    walk.step(std::string(tab));
    const ImVec2 at{300, (w.lanes().y1 + size.y - kStatusPx) / 2 + 30};
    for (const float notches : {-1.0F, -40.0F, 2.0F}) {
      ui.move(at);
      ui.wheel(notches);
      ui.frames(2);
      walk.step(std::string(tab) + " " + std::to_string(static_cast<int>(notches)));
    }
  }
}

TEST_CASE("tabs are gone through by keys, and those without room are in a menu") {
  for (const float width : {700.0F, 1000.0F, 1500.0F}) {
    Window w({width, 500});
    UiDriver& ui = w.ui;
    GoldenWalk walk("tabs_" + std::to_string(static_cast<int>(width)), w);
    walk.all("a trace");
    for (std::size_t i = 0; i <= ui.tabs().size(); ++i) {
      ui.key(ImGuiKey_PageDown, ImGuiMod_Ctrl);
      walk.step("Ctrl+PageDown");
    }
    ui.key(ImGuiKey_PageUp, ImGuiMod_Ctrl);
    ui.key(ImGuiKey_PageUp, ImGuiMod_Ctrl);
    walk.step("twice Ctrl+PageUp");
    if (!ui.has_mark("tabs.more")) continue;
    w.rest_on("tabs.more");
    walk.step_here("the mouse on the others");
    ui.click("tabs.more");
    ui.frames(2);
    walk.step("the others");
    ui.key(ImGuiKey_DownArrow);
    ui.key(ImGuiKey_DownArrow);
    walk.step("down");
    ui.key(ImGuiKey_Enter);
    walk.step("Enter");
  }
}

TEST_CASE("the walk by keys leads through the controls as it did") {
  Window w({1000, 560});
  UiDriver& ui = w.ui;
  GoldenWalk walk("controls", w);
  walk.all("a trace");
  ui.key(ImGuiKey_F6);
  for (int i = 0; i < 26; ++i) {
    walk.step("Tab");
    ui.key(ImGuiKey_Tab);
  }
  for (const ImGuiKey key : {ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_DownArrow,
                             ImGuiKey_UpArrow, ImGuiKey_Enter, ImGuiKey_Escape}) {
    ui.key(key);
    walk.step(ImGui::GetKeyName(key));
  }
}

}  // namespace lanescope
