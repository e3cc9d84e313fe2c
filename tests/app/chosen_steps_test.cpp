// Which ranges are the steps, as the user says in the window.
#include <string>

#include <doctest/doctest.h>

#include "app/panes/pane/trace_actions.h"
#include "core/analysis/steps/steps.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

const std::string kUse = "Use \"aten::op*\" as steps", kBack = "Find steps again";

/// Right-clicks an event and one item of its menu.
void choose(UiDriver& ui, std::string_view event, const std::string& item) {
  ui.click(ui.place_of(ui.find(event)), ImGuiMouseButton_Right);
  ui.frames(2);
  REQUIRE(ui.has_mark(item));
  ui.click(item);
  ui.settle();
}

std::size_t steps_of(UiDriver& ui) {
  return ui.view().snapshot()->steps.size();
}

TEST_CASE("ranges of a lane become the steps, and those that were found again") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  const auto found = steps_of(ui);
  const EventId event = ui.find("aten::op1");
  const TimeView before = ui.view().viewport.view();
  choose(ui, "aten::op1", kUse);
  CHECK(steps_of(ui) == 12);
  CHECK(ui.view().snapshot()->chosen_steps == "aten::op*");
  CHECK(ui.view().viewport.view() == before);
  CHECK(ui.find("aten::op1") == event);
  std::size_t analyzed = 0;
  CHECK(ui.frames_until([&] {
    const auto table = ui.view().insights.ask<StepTable>(InsightScope::Whole);
    if (table.current && table.value) analyzed = table.value->rows.size();
    return table.current;
  }));
  CHECK(analyzed == 12);
  choose(ui, "aten::op1", kBack);
  CHECK(steps_of(ui) == found);
  undo(ui.view());
  ui.settle();
  CHECK(steps_of(ui) == 12);
}

TEST_CASE("the choice is remembered with the trace") {
  const TempFolder folder;
  const std::string path = folder.write("small.json", small_trace_text({}));
  {
    UiDriver ui;
    ui.open(path);
    choose(ui, "aten::op1", kUse);
  }
  UiDriver again;
  again.open(path);
  again.settle();
  CHECK(steps_of(again) == 12);
}

TEST_CASE("the Overview says which ranges are the steps, and a click finds them again") {
  SmallTraceWindow opened;
  UiDriver& ui = opened.ui;
  CHECK_FALSE(ui.has_mark("step.source"));  // torch.profiler's need no words
  choose(ui, "aten::op1", kUse);
  REQUIRE(ui.has_mark("step.source"));
  ui.click("step.source");
  ui.settle();
  CHECK(steps_of(ui) == 3);
  CHECK_FALSE(ui.has_mark("step.source"));
}

}  // namespace
}  // namespace lanescope
