// What the Details panel offers while nothing is selected, and where each line leads.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/training_trace.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// Six steps that leak memory; in the fourth the host pauses for 5 ms.
std::string training_text() {
  TrainingTrace trace;
  for (int i = 0; i < 6; ++i) {
    trace.step([&] {
      trace.range("cpu_op", "aten::empty", [&] { trace.allocate(4096 + i, 1 << 27); });
      for (int k = 0; k < 10; ++k) trace.op("aten::mm", "gemm", 100, 80);
      if (i == 3) trace.pause(5000);
      trace.op("aten::relu", "relu", i == 5 ? 30 : 20, 80);
    });
  }
  return trace.text();
}

std::string cpu_text() {
  TrainingTrace trace;
  for (int i = 0; i < 4; ++i)
    trace.step([&] { trace.host("cpu_op", "aten::linear", i == 2 ? 900 : 500); });
  return trace.text();
}

struct Opened {
  explicit Opened(const std::string& text, float width_px = 1600) : ui(width_px, 900) {
    ui.open(folder.write("training.json", text));
  }
  [[nodiscard]] std::vector<std::string> offered() const {
    std::vector<std::string> names = ui.mark_names();
    std::erase_if(names, [](const std::string& name) { return !name.starts_with("highlight."); });
    return names;
  }
  TempFolder folder;
  UiDriver ui;
};

}  // namespace

TEST_CASE("while nothing is selected, the panel offers findings and extremes") {
  Opened opened(training_text());
  const std::vector<std::string> names = opened.offered();
  for (const char* line : {"highlight.F15", "highlight.Longest idle gap", "highlight.Slowest step",
                           "highlight.Top kernel", "highlight.Peak memory"}) {
    CAPTURE(line);
    CHECK(std::ranges::find(names, line) != names.end());
  }
  CHECK_FALSE(opened.ui.has_mark("highlights.waits"));
  opened.ui.view().selection.select(opened.ui.find("relu"));
  opened.ui.settle();
  CHECK(opened.offered().empty());
}

TEST_CASE("the line of a finding opens Findings with it") {
  Opened opened(training_text());
  opened.ui.show_tab("Overview");
  opened.ui.settle();
  opened.ui.click("highlight.F15");
  opened.ui.settle();
  CHECK(opened.ui.shown_tab() == "Findings");
  const Rect row = opened.ui.mark("finding.F15");
  CHECK(row.height() > 0);
}

TEST_CASE("of a memory snapshot, the line of a finding opens it among the findings") {
  UiDriver ui(1600, 900);
  ui.open(source_folder() + "/assets/examples/generated-memory-snapshot.pickle");
  ui.show_tab("Marks");
  ui.settle();
  ui.click("highlight.F15");
  ui.settle();
  CHECK(ui.shown_tab() == "Findings");
  CHECK(SeenScreen().page({0, 0, 1600, 900}).find("never freed") != std::string::npos);
}

TEST_CASE("what to click is said of slices only where there are some") {
  const auto says = [](const char* words) {
    return SeenScreen().page({0, 0, 1600, 900}).find(words) != std::string::npos;
  };
  TempFolder folder;
  UiDriver ui(1600, 900);
  ui.open(source_folder() + "/assets/examples/generated-memory-snapshot.pickle");
  CHECK(says("Click a block"));
  CHECK_FALSE(says("Click a slice"));
  ui.open(folder.write("timeline.json",
                       "[[1, 2], [[0, 1, 2, 3, 4, 5, 6, 7, 8], "
                       "[0, 1, 2, 3, 4, 5, 6, 7, 8]]]"));
  CHECK(says("Drag over"));
  CHECK_FALSE(says("Click a"));
  ui.open(folder.write("empty.json", R"({"traceEvents": []})"));
  CHECK(says("nothing to select"));
  CHECK_FALSE(says("Click a"));
  ui.open(folder.write("small.json", small_trace_text()));
  CHECK(says("Click a slice"));
}

TEST_CASE("the lines of a step and a kernel select them") {
  Opened opened(training_text());
  opened.ui.click("highlight.Slowest step");
  opened.ui.settle();
  CHECK(name_of(opened.ui.view(), opened.ui.view().selection.primary()) == "ProfilerStep#3");
  opened.ui.key(ImGuiKey_Escape);
  opened.ui.settle();
  opened.ui.click("highlight.Top kernel");
  opened.ui.settle();
  CHECK(name_of(opened.ui.view(), opened.ui.view().selection.primary()) == "gemm");
}

TEST_CASE("the line of the longest gap selects it, with its details") {
  Opened opened(training_text());
  opened.ui.click("highlight.Longest idle gap");
  opened.ui.settle();
  const auto& gap = opened.ui.view().selection.gap();
  REQUIRE(gap.has_value());
  CHECK(gap->range.length_ns() > 2'500'000);
  REQUIRE(opened.ui.workspace().trace()->panes->details.shown() != nullptr);
  CHECK(opened.ui.has_mark("gap.band"));
  const Rect lanes = opened.ui.mark("lanes"), band = opened.ui.mark("gap.band");
  CHECK(band.x1 > lanes.x0);
  CHECK(band.x0 < lanes.x1);
}

TEST_CASE("the line of the peak opens Memory at that time") {
  Opened opened(training_text());
  opened.ui.click("highlight.Peak memory");
  opened.ui.settle();
  CHECK(opened.ui.shown_tab() == "Memory");
  const EventId selected = opened.ui.view().selection.primary();
  REQUIRE(selected != EventId::None);
  const auto range = opened.ui.view().range_of(selected);
  REQUIRE(range);
  // The last allocation of a loop that only allocates.
  const MemoryTrack& memory = *opened.ui.view().snapshot()->memory.front();
  CHECK(range->begin_ns == memory.time_ns[memory.time_ns.size() - 1]);
}

TEST_CASE("a trace without a GPU offers what it has") {
  Opened opened(cpu_text());
  CHECK(opened.ui.has_mark("highlight.Slowest step"));
  CHECK_FALSE(opened.ui.has_mark("highlight.Top kernel"));
  opened.ui.click("highlight.Top op");
  opened.ui.settle();
  CHECK(name_of(opened.ui.view(), opened.ui.view().selection.primary()) == "aten::linear");
}

TEST_CASE("for a selected range, the panel offers what is in it, without findings") {
  Opened opened(training_text());
  const auto step = opened.ui.view().range_of(opened.ui.find("ProfilerStep#1"));
  opened.ui.view().selection.select_range(*step);
  opened.ui.settle();
  CHECK(opened.ui.has_mark("highlight.Top kernel"));
  CHECK_FALSE(opened.ui.has_mark("highlight.F15"));
  CHECK_FALSE(opened.ui.has_mark("highlight.Longest idle gap"));  // that is in another step
}

}  // namespace lanescope
