// Two runs in one window, driven by mouse and keys without a screen.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/panes/output.h"
#include "app/shell/commands.h"
#include "app/shell/main_window.h"
#include "core/view/event_ref.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/compare/two_runs.h"

namespace lanescope {
namespace {

std::string trace_text(const std::vector<std::string>& events) {
  std::string text = "{\"traceEvents\": [\n";
  for (const std::string& event : events) text += event + (&event == &events.back() ? "\n" : ",\n");
  return text + "]}";
}

/// A window on a training loop; B is the loop with slower matrix products.
struct TwoLoopsWindow {
  TwoLoopsWindow() : TwoLoopsWindow(LoopTimes{}, LoopTimes{.mm_us = 700}) {}
  TwoLoopsWindow(const LoopTimes& a, const LoopTimes& b)
      : file_a(folder.write("before.json", trace_text(loop_events(a)))),
        file_b(folder.write("after.json", trace_text(loop_events(b)))) {
    ui.open(file_a);
  }

  void compare() {
    ui.window().drop({file_b});
    ui.settle();
    REQUIRE(ui.window().runs().both());
  }
  void run(std::string_view command) {
    REQUIRE(find_command(command)->enabled(ui.window()));
    find_command(command)->run(ui.window());
    ui.settle();
  }
  TraceView& a() { return ui.window().run_a()->view; }
  TraceView& b() { return ui.window().runs().b()->view; }
  const AlignedPair& pair() { return *ui.window().runs().comparison()->aligned(); }
  static EventId nth(const TraceView& view, std::string_view name, int n) {
    for (std::uint32_t i = 0; i < view.snapshot()->slice_count; ++i) {
      const auto key = event_key(*view.snapshot(), EventId{i});
      if (key && key->name == name && n-- == 0) return EventId{i};
    }
    FAIL("no event ", name);
    return EventId::None;
  }
  /// The middle of an event of a run that is drawn there; its lane must be in view.
  ImVec2 place_of(const TraceView& view, const std::string& prefix, EventId event) {
    const SlicePlace place = *slice_place(*view.snapshot(), event);
    const Lane& lane = view.tree().at(*view.tree().find(place.track));
    const Rect rect = ui.mark(prefix + "lane." + lane.key);
    const LaneMetrics& m = view.layout().metrics;
    const double x = view.viewport.x_of(place.range.begin_ns + place.range.length_ns() / 2);
    return {rect.x0 + static_cast<float>(x), rect.y0 + m.margin_px + m.slice_px / 2};
  }
  std::string_view tab() {
    const OpenTrace& shown = *ui.window().trace();
    return shown.bottom[shown.tab]->title();
  }
  bool linked_in_time() {
    return b().viewport.view().span_ns == a().viewport.view().span_ns &&
           b().viewport.view().begin_ns == pair().time_in(RunSide::B, a().viewport.view().begin_ns);
  }

  TempFolder folder;
  UiDriver ui;
  std::string file_a, file_b;
};

}  // namespace

TEST_CASE("a file dropped on an open trace is compared with it, one above the other") {
  TwoLoopsWindow two;
  two.compare();
  UiDriver& ui = two.ui;
  CHECK(ui.mark("lanes").y1 < ui.mark("b.lanes").y0);
  CHECK(ui.mark("lanes").x0 == ui.mark("b.lanes").x0);
  CHECK(ui.mark("lanes").height() == ui.mark("b.lanes").height());
  const Rect strip = ui.mark("delta_strip");
  CHECK(strip.y0 >= ui.mark("lanes").y1);
  CHECK(strip.y1 <= ui.mark("b.lanes").y0);
  CHECK(ui.has_mark("compare.sentence"));
  CHECK(ui.window().runs().comparison()->value()->sentence.starts_with("Step time rose 25.8 %"));
  CHECK(ui.window().title() == "before.json and after.json – Lanescope");
  CHECK(two.tab() == "Compare");
}

TEST_CASE("what was dropped can be opened alone after all") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.click("notice.action");
  two.ui.settle();
  CHECK_FALSE(two.ui.window().runs().open());
  CHECK(two.ui.view().session().path() == two.file_b);
  CHECK(two.ui.view().comparison == nullptr);
}

TEST_CASE("two files dropped on the start page are A and B") {
  TwoLoopsWindow two;
  two.ui.window().close_trace();
  two.ui.settle();
  two.ui.window().drop({two.file_a, two.file_b});
  two.ui.settle();
  REQUIRE(two.ui.window().runs().both());
  CHECK(two.a().session().path() == two.file_a);
  CHECK(two.b().session().path() == two.file_b);
}

TEST_CASE("side by side, lanes that belong together stand at one height") {
  TwoLoopsWindow two({}, {.mm_us = 700});
  two.compare();
  two.run("beside");
  UiDriver& ui = two.ui;
  CHECK(ui.mark("lanes").x1 <= ui.mark("b.lanes").x0);
  CHECK(ui.mark("lanes").y0 == ui.mark("b.lanes").y0);
  for (const LaneGroup& group : two.a().tree().groups) {
    for (const Lane& lane : group.lanes) {
      if (!ui.has_mark("lane." + lane.key)) continue;
      CAPTURE(lane.key);
      CHECK(ui.mark("lane." + lane.key).y0 == ui.mark("b.lane." + lane.key).y0);
      CHECK(ui.mark("lane." + lane.key).height() == ui.mark("b.lane." + lane.key).height());
    }
  }
}

TEST_CASE("both runs open on the step of median length, at the same scale") {
  TwoLoopsWindow two;
  two.compare();
  const RunSample &in_a = two.pair().runs.a.samples[2], &in_b = two.pair().runs.b.samples[2];
  CHECK(two.a().viewport.view().begin_ns == in_a.range.begin_ns);
  CHECK(two.b().viewport.view().begin_ns == in_b.range.begin_ns);
  CHECK(two.a().viewport.view().span_ns == two.b().viewport.view().span_ns);
  CHECK(two.b().viewport.range().end_ns > in_b.range.end_ns);
}

TEST_CASE("what the mouse does to the time of one run happens in the other") {
  TwoLoopsWindow two;
  two.compare();
  UiDriver& ui = two.ui;
  const double span_ns = two.a().viewport.view().span_ns;
  const Rect lanes = ui.mark("lanes");
  ui.move({lanes.x0 + 300, lanes.y0 + 40});
  ui.wheel(2);
  ui.settle();
  CHECK(two.a().viewport.view().span_ns < span_ns * 0.7);
  CHECK(two.linked_in_time());
  // And back from B: a drag with the right button.
  const Ns before_ns = two.a().viewport.view().begin_ns;
  const Rect lanes_b = ui.mark("b.lanes");
  ui.drag({lanes_b.x0 + 500, lanes_b.y0 + 40}, {lanes_b.x0 + 300, lanes_b.y0 + 40},
          ImGuiMouseButton_Right);
  ui.settle();
  CHECK(two.a().viewport.view().begin_ns > before_ns);
  CHECK(two.b().viewport.view().span_ns == two.a().viewport.view().span_ns);
  CHECK(two.a().viewport.view().begin_ns ==
        two.pair().time_in(RunSide::A, two.b().viewport.view().begin_ns));
}

TEST_CASE("the whole of two runs is in view in both") {
  TwoLoopsWindow two({.steps = 6}, {.steps = 9, .mm_us = 900});
  two.compare();
  two.run("whole_trace");
  CHECK(two.a().viewport.range().end_ns >= two.a().snapshot()->extent.end_ns);
  CHECK(two.b().viewport.range().end_ns >= two.b().snapshot()->extent.end_ns);
  CHECK(two.b().viewport.range().begin_ns <= two.b().snapshot()->extent.begin_ns);
}

TEST_CASE("the line under the mouse is at the same place of the work in both") {
  TwoLoopsWindow two;
  two.compare();
  const Rect lanes = two.ui.mark("b.lanes");
  two.ui.move({lanes.x0 + 400, lanes.y0 + 30});
  two.ui.frames(2);
  REQUIRE(two.b().cursor_ns);
  REQUIRE(two.a().cursor_ns);
  CHECK(*two.a().cursor_ns == two.pair().time_in(RunSide::A, *two.b().cursor_ns));
  two.ui.move({5, 5});
  two.ui.frames(2);
  CHECK_FALSE(two.a().cursor_ns);
  CHECK_FALSE(two.b().cursor_ns);
}

TEST_CASE("an event that is selected in one run has its partner selected in the other") {
  TwoLoopsWindow two;
  two.compare();
  const EventId in_a = two.nth(two.a(), "gemm", 2), in_b = two.nth(two.b(), "gemm", 2);
  two.ui.click(two.place_of(two.a(), "", in_a));
  two.ui.settle();
  CHECK(two.a().selection.primary() == in_a);
  CHECK(two.b().selection.primary() == in_b);
  const EventId add_a = two.nth(two.a(), "add_kernel", 2);
  const EventId add_b = two.nth(two.b(), "add_kernel", 2);
  two.ui.click(two.place_of(two.b(), "b.", add_b));
  two.ui.settle();
  CHECK(two.b().selection.primary() == add_b);
  CHECK(two.a().selection.primary() == add_a);
  CHECK(two.ui.window().trace() == two.ui.window().runs().b());
}

TEST_CASE("while events are selected both begin at the same place of the screen") {
  TwoLoopsWindow two({}, {.loader_us = 150});  // B's work begins 100 µs later in its step
  two.compare();
  const EventId in_a = two.nth(two.a(), "gemm", 2), in_b = two.nth(two.b(), "gemm", 2);
  const auto x_of = [](const TraceView& view, EventId event) {
    return view.viewport.x_of(view.range_of(event)->begin_ns);
  };
  CHECK(x_of(two.a(), in_a) != doctest::Approx(x_of(two.b(), in_b)));
  two.a().go_to(in_a);
  two.ui.settle();
  CHECK(x_of(two.a(), in_a) == doctest::Approx(x_of(two.b(), in_b)));
  two.run("zoom_in");
  CHECK(x_of(two.a(), in_a) == doctest::Approx(x_of(two.b(), in_b)));
}

TEST_CASE("an event without a partner selects nothing in the other run") {
  TwoLoopsWindow two({.mm_calls = 2}, {});
  two.compare();
  const EventId second = two.nth(two.a(), "gemm", 5);  // the second of step 2
  REQUIRE(two.pair().partners.in_b(second) == EventId::None);
  CHECK(two.pair().only_a.among(second, 1) == 1);
  two.a().selection.select(two.nth(two.a(), "gemm", 4));
  two.ui.settle();
  CHECK(two.b().selection.primary() != EventId::None);
  two.a().selection.select(second);
  two.ui.settle();
  CHECK(two.b().selection.empty());
}

TEST_CASE("a range of time that is selected in one run is selected in the other") {
  TwoLoopsWindow two;
  two.compare();
  const RunSamples &a = two.pair().runs.a, &b = two.pair().runs.b;
  two.a().selection.select_range(a.samples[3].range);
  two.ui.settle();
  REQUIRE(two.b().selection.range());
  CHECK(*two.b().selection.range() == b.samples[3].range);
  two.a().selection.clear();
  two.ui.settle();
  CHECK_FALSE(two.b().selection.range());
}

TEST_CASE("a lane that is hidden or folded in one run is so in the other") {
  TwoLoopsWindow two;
  two.compare();
  const auto place = slice_place(*two.a().snapshot(), two.nth(two.a(), "aten::mm", 0));
  const std::string key = two.a().tree().at(*two.a().tree().find(place->track)).key;
  two.a().lanes.toggle_folded(key);
  two.ui.settle();
  CHECK(two.b().lanes.folded(key));
  two.b().lanes.hide(key);
  two.ui.settle();
  CHECK(two.a().lanes.hidden(key));
  CHECK_FALSE(two.ui.has_mark("lane." + key));
  two.run("undo_hide");
  CHECK_FALSE(two.b().lanes.hidden(key));
}

TEST_CASE("unlinked, each run moves alone; linked again, they meet") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.key(ImGuiKey_L);
  two.ui.settle();
  const TimeView before = two.b().viewport.view();
  const Rect lanes = two.ui.mark("lanes");
  two.ui.move({lanes.x0 + 300, lanes.y0 + 40});
  two.ui.wheel(3);
  two.ui.settle();
  two.a().selection.select(two.nth(two.a(), "gemm", 2));
  two.ui.settle();
  CHECK(two.b().viewport.view() == before);
  CHECK(two.b().selection.empty());
  two.ui.key(ImGuiKey_L);
  two.ui.settle();
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 2));
  two.a().selection.clear();
  two.run("zoom_out");
  CHECK(two.linked_in_time());
}

TEST_CASE("A and B change places") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.key(ImGuiKey_X);
  two.ui.settle();
  CHECK(two.a().session().path() == two.file_b);
  CHECK(two.b().session().path() == two.file_a);
  CHECK(two.ui.window().runs().comparison()->value()->sentence.starts_with("Step time fell"));
  CHECK(two.a().side == RunSide::A);
  CHECK(two.b().side == RunSide::B);
  const EventId in_a = two.nth(two.a(), "gemm", 1);
  two.a().selection.select(in_a);
  two.ui.settle();
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 1));
}

TEST_CASE("runs are aligned anew by start, and by a range that is selected") {
  TwoLoopsWindow two;
  two.compare();
  two.run("align_start");
  CHECK(two.pair().runs.a.by == AlignBy::Start);
  CHECK(two.pair().time_in(RunSide::B, two.a().snapshot()->extent.begin_ns) ==
        two.b().snapshot()->extent.begin_ns);
  two.a().selection.select(two.nth(two.a(), "aten::add", 0));
  two.ui.settle();
  two.run("align_selected");
  CHECK(two.pair().runs.a.by == AlignBy::Annotation);
  CHECK(two.pair().steps() == 6);
  two.run("align_steps");
  CHECK(two.pair().runs.a.by == AlignBy::Steps);
}

TEST_CASE("a search is one in both runs") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.window().focus_search();
  two.ui.frames(2);
  two.ui.type("gemm");
  two.ui.settle();
  REQUIRE(two.a().search.matches());
  REQUIRE(two.b().search.matches());
  CHECK(two.a().search.matches()->events().size() == 6);
  CHECK(two.b().search.matches()->events().size() == 6);
}

TEST_CASE("details and tabs are about the run that was clicked last") {
  TwoLoopsWindow two;
  two.compare();
  CHECK(two.ui.window().trace() == two.ui.window().run_a());
  REQUIRE(two.ui.window().show_tab("Kernels"));
  two.ui.click("compare.head.B");
  CHECK(two.ui.window().trace() == two.ui.window().runs().b());
  CHECK(two.ui.window().trace()->bottom[two.ui.window().trace()->tab]->title() == "Kernels");
  two.ui.key(ImGuiKey_Tab);
  CHECK(two.ui.window().trace() == two.ui.window().run_a());
}

TEST_CASE("a run has the tab of the other, also where one has more of them") {
  TwoLoopsWindow two;
  // As a recording has it.
  auto& bottom = two.ui.window().trace()->bottom;
  bottom.insert(bottom.begin() + 1, make_output_pane(std::make_shared<ProgramLog>()));
  two.compare();
  for (const auto& pane : bottom) {
    const std::string title(pane->title());
    CAPTURE(title);
    REQUIRE(two.ui.window().show_tab(title));
    two.ui.frames(2);
    two.ui.click("compare.head.B");
    CHECK((two.tab() == title || title == "Output"));
    two.ui.click("compare.head.A");
  }
  REQUIRE(two.ui.window().show_tab("Compare"));
  two.run("swap_runs");
  two.run("close_b");
  CHECK(two.tab() != "Compare");
}

TEST_CASE("lanes that come and go in one of two linked runs leave both whole") {
  TwoLoopsWindow two;
  two.compare();
  const auto whole = [](const TraceView& view) {
    return std::ranges::all_of(view.layout().items, [&view](const LayoutItem& item) {
      return item.lane.group < view.tree().groups.size() &&
             (item.header || item.lane.lane < view.tree().groups[item.lane.group].lanes.size());
    });
  };
  for (const bool shown : {true, false, true, false}) {
    two.a().show_path(shown);
    CHECK(whole(two.a()));
    two.ui.frame();
    CHECK(whole(two.a()));
    CHECK(whole(two.b()));
    two.ui.settle();
    CHECK(two.a().layout().content_height_px == two.b().layout().content_height_px);
  }
}

TEST_CASE("a B that can not be read is one line, and A stays") {
  TwoLoopsWindow two;
  two.a().selection.select(two.nth(two.a(), "gemm", 1));
  two.ui.window().drop({two.folder.write("broken.json", "this is no trace")});
  two.ui.settle();
  CHECK_FALSE(two.ui.window().runs().open());
  REQUIRE(two.ui.window().notice());
  CHECK(two.ui.window().notice()->kind == NoticeKind::Error);
  CHECK(two.ui.window().notice()->text.starts_with("broken.json: "));
  CHECK(two.ui.view().session().path() == two.file_a);
  CHECK(two.ui.view().selection.primary() == two.nth(two.a(), "gemm", 1));
  CHECK(two.ui.view().comparison == nullptr);
}

TEST_CASE("A stays usable while B is loaded, and Esc stops that") {
  TwoLoopsWindow two;
  const std::string pipe = two.folder.path() + "/pipe.json";  // nobody writes into it
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  two.ui.window().compare_with(pipe);
  two.ui.frames(5);
  REQUIRE(two.ui.window().runs().open());
  CHECK_FALSE(two.ui.window().runs().both());
  CHECK(two.ui.window().loading());
  const EventId event = two.nth(two.a(), "gemm", 1);
  two.ui.click(two.place_of(two.a(), "", event));
  CHECK(two.a().selection.primary() == event);
  two.ui.key(ImGuiKey_Escape);
  CHECK(two.ui.frames_until([&] { return !two.ui.window().runs().open(); }));
  CHECK_FALSE(two.ui.window().notice());
  CHECK(two.a().selection.primary() == event);
}

TEST_CASE("B goes and leaves A as a trace of its own") {
  TwoLoopsWindow two({}, {.steps = 20});
  const float alone = two.ui.mark("lanes").height();
  two.compare();
  CHECK(two.ui.mark("lanes").height() < alone / 2);
  CHECK(two.a().viewport.extent().length_ns() > two.a().snapshot()->extent.length_ns());
  two.ui.click("compare.close");
  two.ui.window().peel();  // the notice
  two.ui.settle();
  CHECK_FALSE(two.ui.window().runs().open());
  CHECK_FALSE(two.ui.has_mark("b.lanes"));
  CHECK(two.ui.mark("lanes").height() == alone);
  CHECK(two.ui.view().comparison == nullptr);
  CHECK(two.ui.view().viewport.extent() == two.ui.view().snapshot()->extent);
  CHECK(two.tab() == "Overview");
  two.compare();  // and another one comes
  CHECK(two.ui.has_mark("b.lanes"));
}

TEST_CASE("a trace beside itself: every event has its partner, nothing differs") {
  TwoLoopsWindow two;
  two.ui.window().compare_with(two.file_a);
  two.ui.settle();
  const AlignedPair& pair = two.pair();
  CHECK(pair.only_a.among(EventId{0}, two.a().snapshot()->slice_count) == 0);
  CHECK(pair.only_b.among(EventId{0}, two.b().snapshot()->slice_count) == 0);
  CHECK(pair.partners.pairs == two.a().snapshot()->slice_count);
  CHECK(two.ui.window().runs().comparison()->value()->sentence.starts_with(
      "Step time is the same in both"));
  two.a().selection.select(two.nth(two.a(), "gemm", 3));
  two.ui.settle();
  CHECK(two.b().selection.primary() == two.a().selection.primary());
  CHECK(two.b().viewport.view() == two.a().viewport.view());
}

TEST_CASE("closing the trace closes both runs") {
  TwoLoopsWindow two;
  two.compare();
  two.run("close");
  CHECK(two.ui.window().trace() == nullptr);
  CHECK_FALSE(two.ui.window().runs().open());
}

TEST_CASE("two runs at rest ask for no frames") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.frames(120);
  CHECK(two.ui.window().next_frame_in_s() < 0);
}

}  // namespace lanescope
