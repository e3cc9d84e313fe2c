// What is done to the lanes of one of two runs happens in the other.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/shell/compare/two_loops_window.h"

namespace lanescope {

TEST_CASE("side by side, lanes that belong together stand at one height") {
  TwoLoopsWindow two({}, {.mm_us = 700});
  two.compare();
  two.run("beside");
  UiDriver& ui = two.ui;
  CHECK(ui.mark("lanes").x1 <= ui.mark("b.lanes").x0);
  CHECK(ui.mark("lanes").y0 == ui.mark("b.lanes").y0);
  for (const LaneGroup& group : two.a().lanes.tree().groups) {
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

TEST_CASE("two runs open on the step of what is selected, which stays in view") {
  TwoLoopsWindow two;
  const EventId selected = two.nth(two.a(), "gemm", 4);
  two.a().go_to(selected);
  two.ui.settle();
  two.compare();
  two.ui.settle();
  REQUIRE(two.a().selection.primary() == selected);
  const TimeRange of_kernel = *two.a().range_of(selected);
  CHECK(two.a().viewport.range().contains(of_kernel.begin_ns));
  CHECK(two.a().viewport.range().contains(of_kernel.end_ns));
  CHECK(two.a().viewport.view().begin_ns == two.pair().runs.a.samples[4].range.begin_ns);
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 4));
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

TEST_CASE("what keys do to the run that was clicked last happens in the one under the mouse too") {
  TwoLoopsWindow two;
  two.compare();
  const Rect lanes_b = two.ui.mark("b.lanes");
  two.ui.move({lanes_b.x0 + 300, lanes_b.y0 + 40});
  two.ui.settle();
  const double span_ns = two.a().viewport.view().span_ns;
  two.run("zoom_in");
  CHECK(two.a().viewport.view().span_ns < span_ns * 0.9);
  CHECK(two.linked_in_time());
  const EventId third = two.nth(two.a(), "gemm", 3);
  two.a().selection.select(third);
  two.ui.settle();
  CHECK(two.a().selection.primary() == third);
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 3));
}

TEST_CASE("a key that selects in the run clicked last does so in the one under the mouse too") {
  TwoLoopsWindow two;
  two.compare();
  for (const int n : {1, 2}) {
    two.a().selection.select(two.nth(two.a(), "gemm", n));
    two.ui.settle();
  }
  const Rect lanes_b = two.ui.mark("b.lanes");
  two.ui.move({lanes_b.x0 + 300, lanes_b.y0 + 40});
  two.ui.settle();
  two.ui.key(ImGuiKey_LeftArrow, ImGuiMod_Alt);
  two.ui.settle();
  CHECK(two.a().selection.primary() == two.nth(two.a(), "gemm", 1));
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 1));
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
  REQUIRE(two.b().mouse.time_ns);
  REQUIRE(two.a().mouse.time_ns);
  CHECK(*two.a().mouse.time_ns == two.pair().time_in(RunSide::A, *two.b().mouse.time_ns));
  two.ui.move({5, 5});
  two.ui.frames(2);
  CHECK_FALSE(two.a().mouse.time_ns);
  CHECK_FALSE(two.b().mouse.time_ns);
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
  CHECK(two.ui.workspace().trace() == two.ui.workspace().runs().b());
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

TEST_CASE("the line says that runs are aligned by the selected events, and By steps undoes that") {
  TwoLoopsWindow two({}, {.loader_us = 150});  // B's work begins 100 µs later in its step
  two.compare();
  const auto words = [&] { return SeenScreen().page(two.ui.mark("compare.line")); };
  CHECK(words().find("Aligned by steps") != std::string::npos);
  two.a().go_to(two.nth(two.a(), "gemm", 2));
  two.ui.settle();
  two.ui.frames(2);
  CHECK(words().find("Aligned by selection") != std::string::npos);
  two.run("align_steps");
  two.ui.frames(2);
  CHECK(words().find("Aligned by steps") != std::string::npos);
  CHECK(two.a().selection.empty());
  CHECK(two.b().selection.empty());
  CHECK(two.linked_in_time());
}

TEST_CASE("the whole trace is shown as aligned, and what is selected stays selected") {
  TwoLoopsWindow two({}, {.loader_us = 150});  // B's work begins 100 µs later in its step
  two.compare();
  const auto words = [&] { return SeenScreen().page(two.ui.mark("compare.line")); };
  const EventId second = two.nth(two.a(), "gemm", 2);
  two.a().go_to(second);
  two.ui.settle();
  REQUIRE(two.ui.workspace().runs().shifted());
  two.ui.key(ImGuiKey_0);
  two.ui.settle();
  two.ui.frames(2);
  CHECK_FALSE(two.ui.workspace().runs().shifted());
  CHECK(words().find("Aligned by steps") != std::string::npos);
  CHECK(two.a().selection.primary() == second);
  // Zooming does not shift them again, other events do.
  two.run("zoom_in");
  CHECK_FALSE(two.ui.workspace().runs().shifted());
  two.a().go_to(two.nth(two.a(), "gemm", 3));
  two.ui.settle();
  CHECK(two.ui.workspace().runs().shifted());
}

TEST_CASE("a cross next to the alignment by selection undoes it, and that by a name") {
  TwoLoopsWindow two({}, {.loader_us = 150});
  two.compare();
  CHECK_FALSE(two.ui.has_mark("compare.undo_alignment"));
  two.a().go_to(two.nth(two.a(), "gemm", 2));
  two.ui.settle();
  two.ui.frames(2);
  two.ui.click("compare.undo_alignment");
  two.ui.settle();
  two.ui.frames(2);
  CHECK_FALSE(two.ui.workspace().runs().shifted());
  CHECK_FALSE(two.ui.has_mark("compare.undo_alignment"));
  CHECK(two.linked_in_time());
  two.a().selection.select(two.nth(two.a(), "aten::add", 0));
  two.ui.settle();
  two.run("align_selected");
  two.ui.key(ImGuiKey_0);
  two.ui.settle();
  two.ui.frames(2);
  REQUIRE(two.ui.has_mark("compare.undo_alignment"));
  two.ui.click("compare.undo_alignment");
  two.ui.settle();
  CHECK(two.pair().runs.a.by == AlignBy::Steps);
}

TEST_CASE("an event without a partner selects nothing in the other run") {
  TwoLoopsWindow two({.mm_calls = 2}, {});
  two.compare();
  const EventId second = two.nth(two.a(), "gemm", 5);  // the second of step 2
  REQUIRE(two.pair().partner_in(RunSide::B, second) == EventId::None);
  CHECK(two.pair().lone_in(RunSide::A).among(second, 1) == 1);
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
  const std::string key = two.a().lanes.tree().at(*two.a().lanes.tree().find(place->track)).key;
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
  CHECK(two.ui.workspace().runs().comparison()->value()->words.sentence.starts_with(
      "Mean host step time fell"));
  CHECK(two.a().run.side == RunSide::A);
  CHECK(two.b().run.side == RunSide::B);
  const EventId in_a = two.nth(two.a(), "gemm", 1);
  two.a().selection.select(in_a);
  two.ui.settle();
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 1));
}

TEST_CASE("back leads through what was selected before A and B changed places") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.frames(60);
  const TimeView step = two.a().viewport.view();
  const EventId first = two.nth(two.a(), "gemm", 1), second = two.nth(two.a(), "gemm", 2);
  for (const EventId event : {first, second}) {
    two.a().selection.select(event);
    two.ui.settle();
  }
  two.run("swap_runs");
  REQUIRE(two.a().session().path() == two.file_b);
  REQUIRE(two.b().selection.primary() == second);
  two.run("back");
  CHECK(two.b().selection.primary() == first);
  CHECK(two.a().selection.primary() == two.nth(two.a(), "gemm", 1));
  CHECK(two.b().viewport.view().span_ns == step.span_ns);  // not the whole range
  two.run("forward");
  CHECK(two.b().selection.primary() == second);
}

TEST_CASE("linked runs go back together, so the other one leads on from there") {
  TwoLoopsWindow two;
  two.compare();
  two.ui.frames(60);
  for (const int n : {1, 2, 3}) {
    two.a().selection.select(two.nth(two.a(), "gemm", n));
    two.ui.settle();
    two.ui.frames(10);
  }
  two.run("back");
  REQUIRE(two.a().selection.primary() == two.nth(two.a(), "gemm", 2));
  REQUIRE(two.b().selection.primary() == two.nth(two.b(), "gemm", 2));
  two.ui.click("compare.head.B");
  two.run("back");
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 1));
  CHECK(two.a().selection.primary() == two.nth(two.a(), "gemm", 1));
  two.run("forward");
  two.run("forward");
  CHECK(two.b().selection.primary() == two.nth(two.b(), "gemm", 3));
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
  two.ui.window().top_bar().focus_search();
  two.ui.frames(2);
  two.ui.type("gemm");
  two.ui.settle();
  REQUIRE(two.a().search.matches());
  REQUIRE(two.b().search.matches());
  CHECK(two.a().search.matches()->events().size() == 6);
  CHECK(two.b().search.matches()->events().size() == 6);
}

}  // namespace lanescope
