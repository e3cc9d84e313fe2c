// The critical path as a user meets it: shown, read, clicked, alone, of a range, and hidden again.
#include <algorithm>

#include <doctest/doctest.h>

#include "app/panes/pane/trace_actions.h"
#include "app/shell/keys/commands.h"
#include "app/shell/window/main_window.h"
#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

struct PathWindow : SmallTraceWindow {
  PathWindow() {
    ui.key(ImGuiKey_C);
    ui.settle();
  }
  ImVec2 at(Ns time_ns) {
    const Rect lane = ui.mark("lane.critical path");
    return {lane.x0 + static_cast<float>(ui.view().viewport.x_of(time_ns)), lane.y0 + 12};
  }
  [[nodiscard]] std::string selected() { return name_of(ui.view(), ui.view().selection.primary()); }
};

}  // namespace

TEST_CASE("a key shows the path's lane with what each class has of it, and hides it again") {
  PathWindow window;
  CHECK(window.ui.has_mark("lane.critical path"));
  CHECK(window.ui.has_mark("path.operators"));
  REQUIRE(window.ui.view().path.lane.get() != nullptr);
  CHECK(window.ui.view().path.lane.get()->window() == WindowKind::Steps);
  window.ui.key(ImGuiKey_C);
  window.ui.settle();
  CHECK_FALSE(window.ui.has_mark("lane.critical path"));
  CHECK(window.ui.view().path.lane.get() == nullptr);
}

TEST_CASE("the buttons over the lanes' names do the same") {
  SmallTraceWindow window;
  CHECK_FALSE(window.ui.has_mark("path.only"));
  window.ui.click("path.show");
  window.ui.settle();
  CHECK(window.ui.has_mark("lane.critical path"));
  window.ui.click("path.only");
  window.ui.settle();
  CHECK(window.ui.view().path.only);
  window.ui.click("path.show");
  window.ui.settle();
  CHECK_FALSE(window.ui.view().path.only);
}

TEST_CASE("a click on a segment selects its event, and Details say what share it has") {
  PathWindow window;
  window.ui.view().viewport.show({0, 10'000'000});
  window.ui.settle();
  // The last kernel of the first step runs from 7,100 to 7,800 µs; the path ends with the last step
  // of the trace, so it comes here over the host: the operator from 2,500 to 4,000.
  window.ui.click(window.at(3'500'000));
  window.ui.settle();
  CHECK(window.selected() == "aten::op1");
  const DetailSection& section = window.ui.workspace().trace()->panes->details.path_section();
  REQUIRE_FALSE(section.lines.empty());
  CHECK(section.lines[0].key == "Of the steps");
  window.ui.key(ImGuiKey_C);
  window.ui.settle();
  CHECK(window.ui.workspace().trace()->panes->details.path_section().lines.empty());
}

TEST_CASE("the path is of the selected range, and of the chosen window without one") {
  PathWindow window;
  TraceView& view = window.ui.view();
  view.selection.select_range({3'100'000, 4'500'000});
  window.ui.settle();
  CHECK(view.path.lane.get()->path().window == TimeRange{3'100'000, 4'500'000});
  view.selection.clear();
  view.window = WindowKind::Whole;
  window.ui.settle();
  CHECK(view.path.lane.get()->window() == WindowKind::Whole);
}

TEST_CASE("the path of a trace without a GPU is shown, and none of a trace with nothing in it") {
  const auto shown = [](const std::string& text) {
    TempFolder folder;
    UiDriver ui;
    ui.open(folder.write("small.json", text));
    ui.key(ImGuiKey_C);
    ui.settle();
    ui.key(ImGuiKey_C, ImGuiMod_Shift);
    ui.settle();
    return ui.has_mark("lane.critical path");
  };
  CHECK(shown(TraceText().cpu("cpu_op", "aten::mm", "0", "10").text()));
  CHECK_FALSE(shown(TraceText().text()));
}

TEST_CASE("a file about memory is offered no critical path, and shows none when asked") {
  TempFolder folder;
  std::string path;
  SUBCASE("a snapshot") {
    path = source_folder() + "/assets/examples/generated-memory-snapshot.pickle";
  }
  SUBCASE("a timeline") {
    path = folder.write("timeline.json", "[[1000, 0, 512, 0], [2000, 1, -512, 0]]");
  }
  UiDriver ui(1600, 900);
  ui.open(path);
  CHECK_FALSE(ui.has_mark("path.show"));
  for (const char* command : {"critical_path", "only_critical"})
    CHECK_FALSE(find_command(command)->enabled(ui.window()));
  toggle_path(ui.view());
  ui.settle();
  CHECK_FALSE(ui.has_mark("lane.critical path"));
  toggle_only_path(ui.view());
  ui.settle();
  CHECK_FALSE(ui.has_mark("lane.critical path"));
  CHECK_FALSE(ui.view().path.only);
}

}  // namespace lanescope
