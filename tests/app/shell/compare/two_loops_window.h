// A window with two runs of one training loop.
#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/window/main_window.h"
#include "core/view/events/event_ref.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/compare/two_runs.h"

namespace lanescope {

inline std::string trace_text(const std::vector<std::string>& events) {
  std::string text = "{\"traceEvents\": [\n";
  for (const std::string& event : events) text += event + (&event == &events.back() ? "\n" : ",\n");
  return text + "]}";
}

/// A window with a training loop; B is the same loop with slower matrix products.
struct TwoLoopsWindow {
  TwoLoopsWindow() : TwoLoopsWindow(LoopTimes{}, LoopTimes{.mm_us = 700}) {}
  TwoLoopsWindow(const LoopTimes& a, const LoopTimes& b)
      : file_a(folder.write("before.json", trace_text(loop_events(a)))),
        file_b(folder.write("after.json", trace_text(loop_events(b)))) {
    ui.open(file_a);
  }

  void compare() {
    ui.run(workspace::Drop{{file_b}});
    ui.settle();
    REQUIRE(ui.workspace().runs().both());
  }
  void run(std::string_view command) {
    REQUIRE(find_command(command)->enabled(ui.window()));
    find_command(command)->run(ui.window());
    ui.settle();
  }
  TraceView& a() { return ui.workspace().both().a()->view; }
  TraceView& b() { return ui.workspace().runs().b()->view; }
  const AlignedPair& pair() { return *ui.workspace().runs().comparison()->aligned(); }
  static EventId nth(const TraceView& view, std::string_view name, int n) {
    for (std::uint32_t i = 0; i < view.snapshot()->slice_count; ++i) {
      const auto key = event_key(*view.snapshot(), EventId{i});
      if (key && key->name == name && n-- == 0) return EventId{i};
    }
    FAIL("no event ", name);
    return EventId::None;
  }
  /// The screen position of the middle of an event of one run; its lane must be in view.
  ImVec2 place_of(const TraceView& view, const std::string& prefix, EventId event) {
    const SlicePlace place = *slice_place(*view.snapshot(), event);
    const Lane& lane = view.lanes.tree().at(*view.lanes.tree().find(place.track));
    const Rect rect = ui.mark(prefix + "lane." + lane.key);
    const LaneMetrics& m = view.lanes.layout().metrics;
    const double x = view.viewport.x_of(place.range.begin_ns + place.range.length_ns() / 2);
    return {rect.x0 + static_cast<float>(x), rect.y0 + m.margin_px + m.slice_px / 2};
  }
  std::string_view tab() {
    const OpenTrace& shown = *ui.workspace().trace();
    return open_pane(shown).title();
  }
  bool linked_in_time() {
    return b().viewport.view().span_ns == a().viewport.view().span_ns &&
           b().viewport.view().begin_ns == pair().time_in(RunSide::B, a().viewport.view().begin_ns);
  }

  TempFolder folder;
  UiDriver ui;
  std::string file_a, file_b;
};

}  // namespace lanescope
