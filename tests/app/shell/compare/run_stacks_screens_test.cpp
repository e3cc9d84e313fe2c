// Two runs above each other or beside each other, in each of their states.
#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/golden/golden_walk.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

struct TwoRuns : WalkWindow {
  explicit TwoRuns(ImVec2 size = {1200, 800}, const std::string& b = "training.json")
      : WalkWindow(size) {
    ui.run(workspace::OpenBoth{copy_of("workload.json"), copy_of(b)});
    ui.settle();
    REQUIRE(ui.workspace().runs().both());
  }
  ImVec2 in_lanes_of(const char* head, float x, float y) {
    const Rect rect = ui.mark(head);
    return {rect.x0 + x, rect.y1 + y};
  }
};

}  // namespace

TEST_CASE("two runs are what they were in each of their states") {
  TwoRuns w;
  UiDriver& ui = w.ui;
  GoldenWalk walk("run_stacks", w);
  walk.all("stacked");
  for (const char* const button : {"compare.beside", "compare.link_runs", "compare.swap_runs",
                                   "compare.realign", "compare.close"}) {
    w.rest_on(button);
    walk.step_here(std::string("the mouse on ") + button);
  }
  ui.click(w.in_lanes_of("compare.head.B", 700, 90));
  walk.step("a click into B");
  ui.click(w.in_lanes_of("compare.head.A", 700, 140));
  walk.step("a click into A");
  ui.click("compare.head.B");
  walk.step("a click on the head of B");
  ui.move(w.in_lanes_of("compare.head.A", 600, 100));
  ui.wheel(3);
  ui.frames(2);
  walk.step("A is zoomed, and B with it");
  ui.move(w.in_lanes_of("compare.head.B", 500, 100));
  walk.step_here("the cursor in B");
  ui.wheel(2);
  ui.frames(2);
  walk.step("B is zoomed");
  ui.drag(w.in_lanes_of("compare.head.B", 600, 100), w.in_lanes_of("compare.head.B", 700, 105),
          ImGuiMouseButton_Right);
  walk.step("B is panned");
  ui.click("compare.link_runs");
  walk.step("not linked");
  ui.move(w.in_lanes_of("compare.head.A", 600, 100));
  ui.wheel(2);
  ui.frames(2);
  walk.step("A alone is zoomed");
  ui.click("compare.link_runs");
  walk.step("linked again");
  w.run("whole_trace");
  walk.step("whole again");
  ui.click("compare.beside");
  walk.step("beside each other");
  ui.move(w.in_lanes_of("compare.head.B", 400, 100));
  ui.wheel(3);
  ui.frames(2);
  walk.step("zoomed there");
  ui.click("compare.swap_runs");
  walk.step("swapped");
  ui.click("compare.realign");
  ui.frames(2);
  walk.step("the ways to align");
  ui.click("By start");
  walk.step("by start");
  ui.view().selection.select(event_named(*ui.view().snapshot(), "aten::addmm", 2));
  walk.step("an event is selected");
  ui.click("compare.realign");
  ui.frames(2);
  walk.step("the ways to align");
  ui.click("By name of selected range");
  walk.step("by its name");
  ui.click("compare.realign");
  ui.frames(2);
  ui.click("By steps");
  walk.step("by steps");
  ui.window().settings().theme = ThemeKind::Light;
  walk.step("light");
  ui.click("compare.close");
  walk.step("B is closed");
}

TEST_CASE("two runs in little room are what they were") {
  for (const ImVec2 size : {ImVec2{640, 420}, ImVec2{900, 520}, ImVec2{1100, 1300}}) {
    TwoRuns w(size);
    GoldenWalk walk("run_stacks_" + std::to_string(static_cast<int>(size.x)), w);
    walk.all("stacked");
    w.run("beside");
    walk.step("beside each other");
    w.run("bottom");
    walk.step("without the tabs");
    w.run("beside");
    walk.step("stacked");
  }
}

TEST_CASE("runs that have little in common are what they were") {
  for (const std::string b : {"flows.json", "empty_list.json", "two_gpus.json", "cut_off.json",
                              "impossible_times.json"}) {
    WalkWindow w({1200, 700});
    GoldenWalk walk("run_stacks_" + b.substr(0, b.find('.')), w);
    w.ui.run(workspace::OpenBoth{w.copy_of("workload.json"), w.copy_of(b)});
    walk.all("both");
    if (!w.ui.workspace().runs().open()) continue;
    REQUIRE(w.ui.show_tab("Overview"));  // Compare has the sentence too
    walk.step("without the sentence below");
    w.rest_on("compare.sentence");
    walk.step_here("what is told of them");
    w.ui.key(ImGuiKey_Escape);
    walk.step("Esc");
    w.ui.key(ImGuiKey_W, ImGuiMod_Ctrl | ImGuiMod_Shift);
    walk.step("B is closed");
  }
}

TEST_CASE("a run that is dropped on another is told of, and opens alone") {
  WalkWindow w;
  UiDriver& ui = w.ui;
  ui.open(w.copy_of("workload.json"));
  GoldenWalk walk("run_dropped", w);
  walk.all("one run");
  ui.run(workspace::Drop{{w.copy_of("training.json")}});
  walk.step("another is dropped");
  w.rest_on("notice.action");
  walk.step_here("the mouse on what opens it alone");
  ui.click("notice.action");
  walk.step("alone");
  ui.run(workspace::Compare{w.folder.path() + "/nowhere.json"});
  walk.step("one that is not there");
  ui.click("notice.close");
  walk.step("that is known");
  ui.run(workspace::Open{w.folder.path() + "/nowhere.json"});
  walk.step("opened, it is not there either");
  ui.key(ImGuiKey_Escape);
  walk.step("that is known too");
}

}  // namespace lanescope
