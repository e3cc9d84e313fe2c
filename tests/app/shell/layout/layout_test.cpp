// How the window was left is how it comes up again.
#include "app/shell/layout/layout.h"

#include <cmath>
#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/layout/bottom_height.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// The first group that can be folded.
std::string foldable_group(UiDriver& ui) {
  for (const LaneGroup& group : ui.view().lanes.tree().groups) {
    if (!group.title.empty()) return group.key;
  }
  FAIL("there is no group with a head");
  return {};
}

TEST_CASE("pane sizes, folded lanes and the open tab survive a restart") {
  const TempFolder folder;
  const std::string trace = folder.write("small.json", small_trace_text({}));
  const std::string settings = folder.path() + "/own/settings.json";
  std::string group;
  PaneSizes panes;
  {
    UiDriver ui(1600, 900, settings);
    ui.open(trace);
    const Rect lanes = ui.mark("lanes");
    ui.drag({lanes.x0 - 1, lanes.y0 + 100}, {lanes.x0 + 60, lanes.y0 + 100});
    group = foldable_group(ui);
    ui.view().lanes.set_folded(group, true);
    REQUIRE(ui.show_tab("Load report"));
    ui.key(ImGuiKey_I);
    ui.key(ImGuiKey_Q);
    panes = ui.window().settings().panes;
    CHECK(panes.labels_px > PaneSizes().labels_px);
  }
  UiDriver again(1600, 900, settings);
  again.open(trace);
  CHECK(again.window().settings().panes == panes);
  CHECK_FALSE(again.window().settings().panes.details_shown);
  CHECK_FALSE(again.window().settings().panes.bottom_shown);
  CHECK(again.view().lanes.folded(group));
  CHECK(again.pane().title() == "Load report");
  find_command("reset_layout")->run(again.window());
  CHECK(again.window().settings().panes == PaneSizes());
  CHECK_FALSE(again.view().lanes.folded(group));
  CHECK(again.workspace().trace()->tab == 0);
}

TEST_CASE("a folded process is so in its own file, and shows its lanes in another one") {
  const TempFolder folder;
  const std::string trace = folder.write("small.json", small_trace_text({}));
  const std::string other = folder.write("other.json", small_trace_text({}));
  UiDriver ui;
  ui.open(trace);
  const std::string group = foldable_group(ui);
  ui.view().lanes.set_folded(group, true);
  ui.open(other);
  CHECK_FALSE(ui.view().lanes.folded(group));
  ui.open(trace);
  CHECK(ui.view().lanes.folded(group));
  ui.view().lanes.set_folded(group, false);
  ui.open(other);
  ui.open(trace);
  CHECK_FALSE(ui.view().lanes.folded(group));
}

TEST_CASE("a dragged edge follows the mouse at every size of text") {
  for (const float scale : {1.0F, 2.0F}) {
    CAPTURE(scale);
    Style style;
    style.scale = scale;
    PaneSizes sizes;
    const PaneSizes usual;
    drag_labels(sizes, 40, style);
    CHECK(sizes.labels_px == usual.labels_px + 40 / scale);
    drag_details(sizes, -40, style);
    CHECK(sizes.details_px == usual.details_px + 40 / scale);
    BottomDrag bottom;
    const auto drag = [&](float delta_px) {
      bottom.follow(sizes, {.delta_px = delta_px, .moved = true, .held = true}, style, 800 * scale);
    };
    drag(-40);
    CHECK(sizes.bottom_px == usual.bottom_px + 40 / scale);
    // None is dragged away altogether.
    drag(10'000);
    CHECK(sizes.bottom_px > 50);
    CHECK_FALSE(sizes.bottom_maximized);
    // Dragged to the top, it has the whole height, and keeps its own for later.
    drag(-20'000);
    CHECK(sizes.bottom_maximized);
    CHECK(sizes.bottom_px == usual.bottom_px);
  }
}

TEST_CASE(
    "in a high window the bottom panes have more room, unless the user has chosen their height") {
  for (const float scale : {1.0F, 2.0F}) {
    CAPTURE(scale);
    Style style;
    style.scale = scale;
    const auto bottom_px = [&](float height_px, const PaneSizes& sizes) {
      const Areas areas =
          share_out({0, 0, 1600 * scale, height_px * scale}, sizes, style, 0, DetailsPlace::None);
      CHECK(areas.timeline.height() > areas.bottom.height());
      return (areas.bottom.height() + areas.tabs.height()) / scale;
    };
    const PaneSizes usual, chosen{.bottom_px = 203};
    CHECK(bottom_px(700, usual) == usual.bottom_px);
    CHECK(bottom_px(900, usual) == usual.bottom_px);
    CHECK(bottom_px(1080, usual) > usual.bottom_px + 40);
    CHECK(bottom_px(1000, usual) > usual.bottom_px);
    CHECK(bottom_px(950, usual) < bottom_px(1080, usual));
    CHECK(bottom_px(2160, usual) == bottom_px(1080, usual));
    for (const float height_px : {900.0F, 1080.0F, 2160.0F})
      CHECK(bottom_px(height_px, chosen) == 203);
  }
}

TEST_CASE("with two runs, the bottom panes have more room from a usual height on") {
  Style style;
  const PaneSizes usual, chosen{.bottom_px = 203};
  CHECK(sizes_for_runs(usual, 800, style) == usual);
  CHECK(sizes_for_runs(usual, 900, style).bottom_px > usual.bottom_px + 40);
  CHECK(sizes_for_runs(usual, 2160, style).bottom_px ==
        sizes_for_runs(usual, 900, style).bottom_px);
  CHECK(sizes_for_runs(chosen, 900, style) == chosen);
}

TEST_CASE("with allocations only, the bottom panes have half of the window") {
  Style style;
  const PaneSizes usual, chosen{.bottom_px = 203};
  CHECK(sizes_for_allocations(usual, 1080, style).bottom_px == 540);
  CHECK(sizes_for_allocations(usual, 480, style).bottom_px == usual.bottom_px);
  CHECK(sizes_for_allocations(chosen, 1080, style) == chosen);
  style.scale = 2;
  CHECK(sizes_for_allocations(usual, 2160, style).bottom_px == 540);
}

TEST_CASE("at 1920 by 1080 a page of Overview can be read, below the stream it is about") {
  for (const char* const example : {"training-step-h200", "generated-gpt-slow"}) {
    CAPTURE(example);
    UiDriver ui(1920, 1080);
    ui.open(source_folder() + "/assets/examples/" + example + ".json.gz");
    REQUIRE(ui.pane().title() == "Overview");
    std::size_t entries = 0;
    for (const std::string& name : ui.mark_names()) {
      if (!name.starts_with("legend.")) continue;
      CAPTURE(name);
      CHECK(ui.mark(name).y1 <= ui.mark("status.trace").y0);
      CHECK(SeenScreen().page(ui.mark(name)).find("…") == std::string::npos);
      ++entries;
    }
    CHECK(entries >= 6);
    CHECK(ui.mark("lane.gpu 0/stream 7").y1 <= ui.mark("lanes").y1);
  }
}

TEST_CASE("the edge of the bottom panes of a high window is dragged from where it is") {
  const TempFolder folder;
  UiDriver ui(1920, 1080);
  ui.open(folder.write("small.json", small_trace_text({})));
  const float y = ui.mark("split.bottom").y0;
  ui.drag({400, y + 3}, {400, y - 47});
  ui.frame();
  CHECK(std::abs(ui.mark("split.bottom").y0 - (y - 50)) <= 1);
  find_command("reset_layout")->run(ui.window());
  ui.frame();
  CHECK(ui.mark("split.bottom").y0 == y);
}

TEST_CASE("a lane unfolded again is not folded at the next start") {
  const TempFolder folder;
  const std::string trace = folder.write("small.json", small_trace_text({}));
  const std::string settings = folder.path() + "/own/settings.json";
  for (const bool folded : {true, false}) {
    {
      UiDriver ui(1600, 900, settings);
      ui.open(trace);
      ui.view().lanes.set_folded(foldable_group(ui), folded);
    }
    UiDriver again(1600, 900, settings);
    again.open(trace);
    CHECK(again.view().lanes.folded(foldable_group(again)) == folded);
  }
}

TEST_CASE("a group that is folded at first stays unfolded once the user unfolded it") {
  const TempFolder folder;
  const std::string trace = folder.write("small.json", small_trace_text({}));
  const std::string settings = folder.path() + "/own/settings.json";
  const std::string metrics = "gpu 0/metrics";
  for (const bool folded : {false, true, false}) {
    {
      UiDriver ui(1600, 900, settings);
      ui.open(trace);
      ui.view().lanes.set_folded(metrics, folded);
    }
    UiDriver again(1600, 900, settings);
    again.open(trace);
    CHECK(again.view().lanes.folded(metrics) == folded);
  }
  UiDriver again(1600, 900, settings);
  again.open(trace);
  find_command("reset_layout")->run(again.window());
  CHECK(again.view().lanes.folded(metrics));
}

}  // namespace
}  // namespace lanescope
