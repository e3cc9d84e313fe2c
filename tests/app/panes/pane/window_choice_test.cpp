// What the panes are about, chosen beside the tabs.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct ChoiceWindow {
  explicit ChoiceWindow(const std::string& text = small_trace_text({.steps = 6})) {
    ui.open(folder.write("small.json", text));
  }
  std::string facts_of(const char* tab) {
    REQUIRE(ui.show_tab(tab));
    ui.settle();
    return std::string(ui.pane().facts());
  }
  void choose(const char* title) {
    ui.click("window.choice");
    ui.frames(3);
    ui.click(title);
    ui.settle();
  }
  TempFolder folder;
  UiDriver ui;
};

/// Those with a check mark in the View menu.
std::vector<std::string> marked_scopes(UiDriver& ui) {
  std::vector<std::string> marked;
  for (const char* id : {"window_steps", "window_whole", "window_hta", "window_tb"}) {
    const Command& command = *find_command(id);
    if (command.checked(ui.window())) marked.emplace_back(command.title);
  }
  return marked;
}

bool says(const std::string& facts, std::string_view words) {
  return facts.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("all panes about a window follow the choice, and say so") {
  ChoiceWindow window;
  CHECK(window.facts_of("Overview").starts_with("6 steps"));
  CHECK(says(window.facts_of("Kernels"), "24 kernels"));
  CHECK(says(window.facts_of("Kernels"), "the steps"));
  window.choose("HTA window");
  // 5 of the 6 steps begin before the last one does.
  CHECK(says(window.facts_of("Kernels"), "20 kernels"));
  CHECK(says(window.facts_of("Kernels"), "the HTA window"));
  CHECK(window.facts_of("Overview") == "the HTA window");
  CHECK(says(window.facts_of("Findings"), "HTA window"));
  window.choose("Whole trace");
  CHECK(window.facts_of("Overview") == "the whole trace");
}

TEST_CASE("beside the button that names the scope, no words name it again") {
  ChoiceWindow window;
  const auto row = [&] {
    const Rect choice = window.ui.mark("window.choice");
    return SeenScreen().page({0, choice.y0, choice.x1, choice.y1});
  };
  window.facts_of("Overview");
  window.choose("Whole trace");
  CHECK(says(row(), "Whole trace"));
  CHECK_FALSE(says(row(), "the whole trace"));
  CHECK(says(window.facts_of("Kernels"), "the whole trace"));
  CHECK(says(row(), "24 kernels"));
  CHECK_FALSE(says(row(), "the whole trace"));
}

TEST_CASE("a selected range wins, and the choice is there again without it") {
  ChoiceWindow window;
  window.ui.view().selection.select_range({3'100'000, 4'500'000});
  CHECK(says(window.facts_of("Overview"), "selected range"));
  window.choose("Whole trace");
  CHECK(says(window.facts_of("Overview"), "selected range"));
  CHECK(says(window.facts_of("Kernels"), "the range"));
  window.ui.view().selection.clear();
  CHECK(window.facts_of("Overview") == "the whole trace");
}

TEST_CASE("without steps there is only the whole trace to choose") {
  ChoiceWindow window(
      TraceText().cpu("cpu_op", "aten::mm", "0", "10").kernel("a", "5", "9", "1").text());
  CHECK(window.facts_of("Overview") == "the whole trace");
  window.choose("HTA window");
  CHECK(window.facts_of("Overview") == "the whole trace");
  CHECK(window.ui.view().window == WindowKind::Steps);
}

TEST_CASE("the View menu marks the scope that the tabs are about, and none over a selected range") {
  using Marked = std::vector<std::string>;
  ChoiceWindow window;
  CHECK(marked_scopes(window.ui) == Marked{"Analyze: steady-state steps"});
  window.choose("HTA window");
  CHECK(marked_scopes(window.ui) == Marked{"Analyze: HTA window"});
  window.ui.view().selection.select_range({3'100'000, 4'500'000});
  window.ui.settle();
  CHECK(marked_scopes(window.ui).empty());
}

TEST_CASE("without steps the View menu marks the whole trace") {
  ChoiceWindow window(
      TraceText().cpu("cpu_op", "aten::mm", "0", "10").kernel("a", "5", "9", "1").text());
  CHECK(marked_scopes(window.ui) == std::vector<std::string>{"Analyze: whole trace"});
}

TEST_CASE("in a window of any width the choice has the same name, and its hint all of it") {
  TempFolder folder;
  const std::string path = folder.write("small.json", small_trace_text({.steps = 6}));
  for (const float width_px : {1600.0F, 1000.0F, 800.0F, 700.0F}) {
    CAPTURE(width_px);
    UiDriver ui(width_px, 900);
    ui.open(path);
    REQUIRE(ui.show_tab("Kernels"));
    ui.settle();
    if (!ui.has_mark("window.choice")) continue;
    const Rect choice = ui.mark("window.choice");
    CHECK(says(SeenScreen().page(choice), "Steady"));
    ui.move({(choice.x0 + choice.x1) / 2, (choice.y0 + choice.y1) / 2});
    ui.frames(60);
    CHECK(says(SeenScreen().page({0, 0, width_px, 900}), "Steady-state steps."));
  }
}

TEST_CASE("panes that are about something else do not offer the choice") {
  ChoiceWindow window;
  for (const char* tab : {"Memory", "Marks", "Load report", "Selection"}) {
    CAPTURE(tab);
    window.facts_of(tab);
    CHECK_FALSE(window.ui.has_mark("window.choice"));
  }
}

TEST_CASE("in a small window the tabs keep out of the panel beside them") {
  TempFolder folder;
  UiDriver ui(700, 500);
  ui.open(folder.write("small.json", small_trace_text()));
  const float end = ui.mark("lanes").x1 + 20;
  std::size_t shown = 0;
  for (const auto& pane : ui.workspace().trace()->panes->bottom) {
    const std::string name = "tab." + std::string(pane->title());
    if (!ui.has_mark(name)) continue;
    ++shown;
    CHECK(ui.mark(name).x1 < end);
  }
  CHECK(shown < ui.workspace().trace()->panes->bottom.size());
  ui.click("tabs.more");
  ui.frames(3);
  ui.click("Load report");
  ui.settle();
  CHECK(ui.pane().title() == "Load report");
  CHECK(ui.has_mark("tab.Load report"));
}

TEST_CASE("in a small window the flame graph's choices fold into words with menus") {
  TempFolder folder;
  UiDriver ui(440, 400);
  ui.open(folder.write("small.json", small_trace_text()));
  REQUIRE(ui.show_tab("Flame"));
  ui.settle();
  const float end = ui.mark("lanes").x1 + 20;
  for (const char* name : {"flame.weight.", "flame.stack.", "flame.export"}) {
    CAPTURE(name);
    REQUIRE(ui.has_mark(name));
    CHECK(ui.mark(name).x1 <= end);
  }
  ui.click("flame.weight.");
  ui.frames(3);
  ui.click("Wall");
  ui.settle();
  const auto& trace = *ui.workspace().trace();
  CHECK(std::string(open_pane(trace).facts()).find("all") != std::string::npos);
}

}  // namespace lanescope
