// Opening traces: what is seen while they load, when they end, and when they can not be read.
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/window/main_window.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

TEST_CASE("the start page opens the example") {
  UiDriver ui;
  ui.frame();
  REQUIRE(ui.has_mark("start.example"));
  ui.click("start.example");
  ui.frame();
  ui.click("A small trace");
  ui.settle();
  REQUIRE(ui.workspace().trace() != nullptr);
  CHECK(ui.view().snapshot()->counts.total == 23498);
  CHECK(ui.window().settings().recent.empty());  // the example is no file of the user's
}

TEST_CASE("a trace opens with all its lanes and the whole time in view") {
  SmallTraceWindow opened;
  CHECK(opened.ui.view().viewport.shows_all());
  CHECK(opened.ui.notice() == std::nullopt);
  CHECK(opened.ui.window().settings().recent.size() == 1);
  CHECK(opened.ui.window().title() == "small.json – Lanescope");
  for (const LaneGroup& group : opened.ui.view().lanes.tree().groups) {
    if (group.folded_at_first) continue;
    for (const Lane& lane : group.lanes)
      CHECK_MESSAGE(opened.ui.has_mark("lane." + lane.key), lane.title);
  }
}

TEST_CASE("the load report names a broken event, and a notice leads there") {
  SmallTraceWindow opened({.broken_event = true});
  UiDriver& ui = opened.ui;
  REQUIRE(ui.notice().has_value());
  CHECK(ui.notice()->kind == NoticeKind::Warning);
  ui.click("notice.action");
  ui.settle();
  CHECK_FALSE(ui.notice().has_value());
  OpenTrace& trace = *ui.workspace().trace();
  CHECK(open_pane(trace).title() == "Load report");
  CHECK(open_pane(trace).badge(trace.view) >= 1);
}

TEST_CASE("a file that is no trace says so and leaves the open trace alone") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.run(workspace::Open{opened.folder.write("notes.txt", "Dear diary")});
  REQUIRE(ui.frames_until([&] { return ui.notice().has_value(); }));
  CHECK(ui.notice()->kind == NoticeKind::Error);
  CHECK(ui.notice()->text.find("notes.txt") != std::string::npos);
  REQUIRE(ui.workspace().trace() != nullptr);
  CHECK(ui.view().snapshot()->slice_count > 0);
}

TEST_CASE("a file that is not there is told on the start page") {
  UiDriver ui;
  ui.run(workspace::Open{"/nowhere/at/all.json"});
  REQUIRE(ui.frames_until([&] { return ui.workspace().notices().problem().has_value(); }));
  ui.frame();
  CHECK(ui.has_mark("start.problem"));
}

TEST_CASE("frames are drawn while a trace loads, and Esc stops the load") {
  TempFolder folder;
  const std::string path =
      folder.write("large.json", small_trace_text({.steps = 12000, .ops_per_step = 4}));
  UiDriver ui;
  ui.run(workspace::Open{path});
  ui.frame();
  CHECK(ui.workspace().loading());
  ui.key(ImGuiKey_Escape);
  REQUIRE(ui.frames_until([&] { return !ui.workspace().loading(); }));
  ui.frames(3);
  const bool kept_a_part = ui.workspace().trace() != nullptr;
  if (kept_a_part) {
    CHECK(ui.view().session().state() == Session::State::Cancelled);
    CHECK(ui.view().snapshot()->counts.total < 200000);
  } else {
    CHECK(ui.has_mark("start.open"));
  }
}

TEST_CASE("a second trace takes the place of the first once it has something to show") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  ui.open(opened.folder.write("other.json", small_trace_text({.steps = 5})));
  CHECK(ui.view().snapshot()->steps.size() == 5);
  CHECK(ui.window().settings().recent.size() == 2);
  CHECK(ui.window().settings().recent.front().path.find("other.json") != std::string::npos);
  find_command("close")->run(ui.window());
  ui.frame();
  CHECK(ui.workspace().trace() == nullptr);
  CHECK(ui.has_mark("start.open"));
}

}  // namespace
}  // namespace lanescope
