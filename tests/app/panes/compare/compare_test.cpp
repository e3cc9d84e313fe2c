// The tabs about two runs as a user meets them.
#include <doctest/doctest.h>

#include "tests/app/panes/pane/pane_stage.h"
#include "tests/app/small_trace_window.h"
#include "tests/core/compare/two_runs.h"

namespace lanescope {

std::unique_ptr<Pane> make_compare_pane(const TraceView& view);
std::unique_ptr<Pane> make_diff_flame_pane(const TraceView& view);

namespace {

std::string trace_text(const std::vector<std::string>& events) {
  std::string text = "{\"traceEvents\": [";
  for (const std::string& event : events) text += (&event == &events.front() ? "" : ",\n") + event;
  return text + "]}";
}

/// The loop's add_kernel under another name.
std::vector<std::string> with_mul() {
  std::vector<std::string> events = loop_events({});
  for (std::string& event : events) {
    for (const std::string_view name : {"add_kernel", "aten::add"}) {
      const std::size_t at = event.find(name);
      if (at != std::string::npos) event.replace(at + name.find("add"), 3, "mul");
    }
  }
  return events;
}

struct TwoFiles {
  TempFolder folder;
  std::string a, b;
  TwoFiles(const std::vector<std::string>& events_a, const std::vector<std::string>& events_b)
      : a(folder.write("a.json", trace_text(events_a))),
        b(folder.write("b.json", trace_text(events_b))) {}
};

struct CompareTab : TwoFiles {
  CompareTab(const std::vector<std::string>& events_a, const std::vector<std::string>& events_b)
      : TwoFiles(events_a, events_b), stage(make_compare_pane, a, b) {}
  PaneStage stage;
};

struct DiffFlameTab : TwoFiles {
  DiffFlameTab(const std::vector<std::string>& events_a, const std::vector<std::string>& events_b)
      : TwoFiles(events_a, events_b), stage(make_diff_flame_pane, a, b) {}
  PaneStage stage;
};

std::vector<std::string> slower_mm() {
  LoopTimes slower;
  slower.mm_us = 550;
  return loop_events(slower);
}

/// A program of which only samples are known: main() works, then waits for a lock.
std::vector<std::string> sampled(int works_ms, int waits_ms) {
  const auto us = [](int ms) { return std::to_string(ms * 1000); };
  return {slice("python_sample", "train.py(3): main", "0", us(works_ms + waits_ms)),
          slice("thread_state", "running", "0", us(works_ms)),
          slice("thread_state", "futex", us(works_ms), us(waits_ms))};
}

constexpr const char* kMm = "row.aten::mm [[64, 64], [64, 64]]";
constexpr const char* kAdd = "row.aten::add [[64, 64], [64, 64]]";
constexpr const char* kMul = "row.aten::mul [[64, 64], [64, 64]]";

}  // namespace

TEST_CASE("what changed are its parts and rows that lead to their events") {
  CompareTab tab(loop_events({}), slower_mm());
  CHECK(tab.stage.has_mark("compare.parts"));
  CHECK_FALSE(tab.stage.has_mark("compare.warning.0"));
  CHECK(tab.stage.pane().facts().starts_with("Sum +50.00 µs per step · "));
  CHECK(tab.stage.has_mark(kAdd));
  tab.stage.click(kMm);
  CHECK(name_of(tab.stage.view(), tab.stage.view().selection.primary()) == "gemm");
}

TEST_CASE("rows are told by operator, kernel or module, all or those that explain most") {
  CompareTab tab(loop_events({}), slower_mm());
  tab.stage.click("data.brief");
  CHECK(tab.stage.has_mark(kMm));
  CHECK_FALSE(tab.stage.has_mark(kAdd));
  CHECK(tab.stage.pane().facts().find("1 of ") == 0);
  tab.stage.click("data.brief");
  tab.stage.click("way.By kernel");
  CHECK(tab.stage.has_mark("row.gemm"));
  CHECK_FALSE(tab.stage.has_mark(kMm));
}

TEST_CASE("a row that only the other run has leads there") {
  CompareTab tab(loop_events({}), with_mul());
  tab.stage.click(kMul);
  CHECK(tab.stage.view().selection.primary() == EventId::None);
  REQUIRE_FALSE(tab.stage.view().requests.empty());
  const auto* const wanted = std::get_if<GoToRunEvent>(&tab.stage.view().requests.back());
  REQUIRE(wanted != nullptr);
  CHECK(wanted->side == RunSide::B);
  tab.stage.click(kAdd);
  CHECK(name_of(tab.stage.view(), tab.stage.view().selection.primary()) == "add_kernel");
}

TEST_CASE("warnings stand above the table, and how the recordings differ is a click away") {
  LoopTimes few;
  few.steps = 3;
  CompareTab tab(loop_events(few), loop_events(few));
  CHECK(tab.stage.has_mark("compare.warning.0"));
  tab.stage.click("compare.recordings");
  CHECK(tab.stage.has_mark("row.Compared"));
  CHECK(tab.stage.has_mark("B"));  // both runs stand beside the fact
  CHECK_FALSE(tab.stage.has_mark(kMm));
  tab.stage.click("compare.recordings");
  CHECK(tab.stage.has_mark(kMm));
}

TEST_CASE("without a test there are no columns about it, until they are chosen") {
  LoopTimes few, slower;
  few.steps = slower.steps = 3;
  slower.mm_us = 550;
  CompareTab tab(loop_events(few), loop_events(slower));
  CHECK(tab.stage.has_mark("Delta"));
  CHECK_FALSE(tab.stage.has_mark("p"));
  CHECK_FALSE(tab.stage.has_mark("Status"));
  tab.stage.click("data.columns");
  tab.stage.click("Status");
  CHECK(tab.stage.has_mark("Status"));
  tab.stage.click("way.By kernel");  // what was chosen stays
  CHECK(tab.stage.has_mark("Status"));
  CHECK_FALSE(tab.stage.has_mark("p"));
}

TEST_CASE("of recordings with samples only, functions and waits are what changed") {
  CompareTab tab(sampled(100, 50), sampled(300, 2050));
  CHECK(tab.stage.has_mark("way.By function"));
  CHECK_FALSE(tab.stage.has_mark("way.By operator"));
  CHECK(tab.stage.pane().facts().starts_with("Sum +200.0 ms · 1 row"));
  tab.stage.click("row.train.py(3): main");
  CHECK(name_of(tab.stage.view(), tab.stage.view().selection.primary()) == "train.py(3): main");
  tab.stage.click("Self delta");
  tab.stage.click("way.By state");  // which has no such column
  CHECK_FALSE(tab.stage.has_mark("Self delta"));
  tab.stage.click("row.lock (futex)");
  CHECK(name_of(tab.stage.view(), tab.stage.view().selection.primary()) == "futex");
}

TEST_CASE("where only waits changed for sure they are what the tab opens with") {
  const CompareTab tab(sampled(100, 50), sampled(102, 2050));
  CHECK(tab.stage.has_mark("row.lock (futex)"));
}

TEST_CASE("without samples on both sides there is nothing to choose about them") {
  CompareTab tab(sampled(100, 50), loop_events({}));
  CHECK(tab.stage.has_mark("way.By operator"));
  CHECK_FALSE(tab.stage.has_mark("way.By function"));
}

TEST_CASE("beside GPU work, functions and waits are further ways") {
  std::vector<std::string> a = loop_events({}), b = slower_mm();
  for (const std::string& event : sampled(100, 50)) a.push_back(event);
  for (const std::string& event : sampled(100, 950)) b.push_back(event);
  CompareTab tab(a, b);
  CHECK(tab.stage.has_mark(kMm));
  CHECK(tab.stage.has_mark("way.By operator"));
  tab.stage.click("way.By state");
  CHECK(tab.stage.has_mark("row.lock (futex)"));
}

TEST_CASE("without a second run the tabs say how to get one") {
  const TwoFiles files(loop_events({}), loop_events({}));
  const PaneStage compare(make_compare_pane, files.a, "");
  CHECK(compare.has_mark("compare.note"));
}

TEST_CASE("call paths of either run are drawn, and lead to events of the run they are of") {
  DiffFlameTab tab(loop_events({}), with_mul());
  CHECK(tab.stage.has_mark("flame.box.aten::mul"));
  CHECK_FALSE(tab.stage.has_mark("flame.box.aten::add"));
  CHECK(tab.stage.pane().facts().find("GPU time per step") == 0);
  tab.stage.click("flame.box.aten::mul");
  REQUIRE_FALSE(tab.stage.view().requests.empty());
  const auto* const wanted = std::get_if<GoToRunEvent>(&tab.stage.view().requests.back());
  REQUIRE(wanted != nullptr);
  CHECK(wanted->side == RunSide::B);
  tab.stage.click("diff_flame.shape.Frames of A");
  CHECK(tab.stage.has_mark("flame.box.aten::add"));
  CHECK_FALSE(tab.stage.has_mark("flame.box.aten::mul"));
  tab.stage.click("flame.box.aten::add");
  CHECK(name_of(tab.stage.view(), tab.stage.view().selection.primary()) == "aten::add");
}

TEST_CASE("call paths of recordings with samples only are those of the samples") {
  DiffFlameTab tab(sampled(100, 50), sampled(300, 2050));
  CHECK(tab.stage.pane().facts() == "CPU time: 100.0 ms in A, 300.0 ms in B, +200.0 ms");
}

TEST_CASE("other weights can be compared by call path") {
  DiffFlameTab tab(loop_events({}), slower_mm());
  tab.stage.click("diff_flame.weight.CPU");
  CHECK(tab.stage.pane().facts().find("CPU time per step") == 0);
  CHECK(tab.stage.has_mark("diff_flame.legend") == false);  // the host does the same in both
}

}  // namespace lanescope
