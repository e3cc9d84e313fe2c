// The lines that the Details panel offers while nothing is selected bring what they name into view.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/fixtures/training_trace.h"

namespace lanescope {
namespace {

/// Many steps, so that a single event or gap is a thin line while all of them are in view.
std::string long_training_text() {
  TrainingTrace trace;
  for (int i = 0; i < 60; ++i) {
    trace.step([&] {
      for (int k = 0; k < 10; ++k) trace.op("aten::mm", "gemm", 100, 80);
      if (i == 40) trace.pause(900);
    });
  }
  return trace.text();
}

struct LongTraining {
  LongTraining() { ui.open(folder.write("training.json", long_training_text())); }

  /// How much of the view the range takes; 0 if it is not whole in view.
  double share_of(TimeRange range) {
    const Viewport& viewport = ui.view().viewport;
    const double x0 = viewport.x_of(range.begin_ns), x1 = viewport.x_of(range.end_ns);
    return x0 < 0 || x1 > viewport.width_px() ? 0 : (x1 - x0) / viewport.width_px();
  }
  void click(const char* line) {
    ui.key(ImGuiKey_Escape);
    ui.view().viewport.fit();
    ui.settle();
    ui.click(line);
    ui.settle();
  }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace

TEST_CASE("the link to the longest idle gap shows it large enough to be seen") {
  LongTraining test;
  test.click("highlight.Longest idle gap");
  const auto& gap = test.ui.view().selection.gap();
  REQUIRE(gap.has_value());
  CHECK(test.share_of(gap->range) > 0.1);
  CHECK(test.share_of(gap->range) < 0.5);
  // Also where the view is elsewhere, and inside of it.
  for (const TimeRange elsewhere :
       {TimeRange{gap->range.begin_ns - 2'000'000, gap->range.begin_ns - 1'000'000},
        TimeRange{gap->range.begin_ns + 100, gap->range.begin_ns + 1'000}}) {
    test.ui.view().selection.clear();
    test.ui.view().viewport.show(elsewhere);
    test.ui.settle();
    test.ui.click("highlight.Longest idle gap");
    test.ui.settle();
    REQUIRE(test.ui.view().selection.gap());
    CHECK(test.share_of(test.ui.view().selection.gap()->range) > 0.1);
  }
}

TEST_CASE("the links to the slowest step and the top kernel show them large enough to be seen") {
  LongTraining test;
  for (const char* line : {"highlight.Slowest step", "highlight.Top kernel"}) {
    CAPTURE(line);
    test.click(line);
    const auto range = test.ui.view().range_of(test.ui.view().selection.primary());
    REQUIRE(range);
    CHECK(test.share_of(*range) > 0.1);
  }
}

TEST_CASE("a link to what can be seen already leaves the view as it is") {
  LongTraining test;
  test.click("highlight.Slowest step");
  const TimeView shown = test.ui.view().viewport.view();
  test.ui.view().selection.clear();
  test.ui.settle();
  test.ui.click("highlight.Slowest step");
  test.ui.settle();
  CHECK(test.ui.view().viewport.view() == shown);
}

TEST_CASE("a title that does not fit beside its figure goes on on a second line") {
  TraceText program;
  program.cpu("python_sample", "train.py(1): main", "0", "1000000")
      .cpu("thread_state", "running", "0", "200000")
      .cpu("thread_state", "epoll_wait", "200000", "800000");
  const TempFolder folder;
  UiDriver ui(1280, 800);
  ui.open(folder.write("program.json", program.text()));
  ui.settle();
  // "The main thread waits for a pipe or socket", and the same line with little to say.
  const float finding = ui.mark("highlight.F28").height();
  CHECK(finding > 1.5F * ui.mark("highlight.Longest wait").height());
}

}  // namespace lanescope
