#include "core/view/lanes/hover_text.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::string fact(const HoverText& text, const std::string& label) {
  const auto found = std::ranges::find(text.facts, label, [](const auto& f) { return f.first; });
  return found == text.facts.end() ? "" : found->second;
}

TEST_CASE("a slice tells its name, its duration to the nanosecond, its start and category") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "10", "1234.567").cpu("cpu_op", "aten::add", "5", "1");
  const auto snapshot = trace.load();
  LaneHit hit;
  hit.event = event_named(*snapshot, "aten::mm");
  hit.range = {10'000, 1'244'567};
  const HoverText text = hover_text(*snapshot, hit);
  CHECK(text.title == "aten::mm");
  CHECK(text.colored);
  CHECK(fact(text, "Duration").starts_with("1.235 ms"));
  CHECK(fact(text, "Duration").find("234") != std::string::npos);
  CHECK(fact(text, "Category") == "cpu_op");
  CHECK(fact(text, "Start").find("5") != std::string::npos);  // from the trace's start
}

TEST_CASE("the view that is told ends where it can be seen") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "100");
  const auto snapshot = trace.load();
  Viewport viewport;
  viewport.set_extent({0, 100'000});
  viewport.set_width_px(1000);
  viewport.fit();
  const std::string whole = view_text(*snapshot, viewport);
  viewport.set_covered_px(400);
  CHECK(view_text(*snapshot, viewport) == whole);
  viewport.show({60'000, 90'000});
  REQUIRE(viewport.range().end_ns > 105'000);
  const std::string text = view_text(*snapshot, viewport);
  CHECK_MESSAGE(text.find("–100") != text.npos, text);
}

TEST_CASE("a block tells how many it stands for and which is the longest") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "10", "5").cpu("cpu_op", "aten::add", "20", "1");
  const auto snapshot = trace.load();
  LaneHit hit;
  hit.event = event_named(*snapshot, "aten::mm");
  hit.count = 1204;
  hit.range = {10'000, 21'000};
  hit.busy_ns = 6'000;
  const HoverText text = hover_text(*snapshot, hit);
  CHECK(text.title.starts_with("1,204 slices"));
  CHECK(fact(text, "Longest") == "aten::mm");
  CHECK(fact(text, "Busy").starts_with("6.000 µs"));
}

TEST_CASE("what is sampled tells what its color means") {
  TraceText trace;
  trace.cpu("python_sample", "train.py(9): main", "0", "100")
      .cpu("python_line", "train.py:12", "0", "100")
      .cpu("thread_state", "futex", "0", "100")
      .cpu("thread_state", "waiting", "100", "5");
  const auto snapshot = trace.load();
  const auto hovered = [&](const char* name) {
    LaneHit hit;
    hit.event = event_named(*snapshot, name);
    hit.range = {0, 100'000};
    return hover_text(*snapshot, hit);
  };
  CHECK(fact(hovered("train.py(9): main"), "Code") == "your code");
  CHECK(fact(hovered("train.py:12"), "Code") == "your code");
  CHECK(fact(hovered("futex"), "State") == "lock");
  CHECK(fact(hovered("futex"), "Cause").empty());
  CHECK(fact(hovered("waiting"), "Cause") == "not seen: no sample during this wait");
}

TEST_CASE("an instant tells its name and category") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "5");
  trace.instant("first", "1").instant("second", "2");
  const auto snapshot = trace.load();
  LaneHit hit;
  hit.event = event_named(*snapshot, "second");
  const HoverText text = hover_text(*snapshot, hit);
  CHECK(text.title == "second");
  CHECK_FALSE(fact(text, "Category").empty());
}

TEST_CASE("an event that is not there leaves no trace") {
  const auto snapshot = TraceText().cpu("cpu_op", "a", "0", "1").load();
  LaneHit hit;
  hit.event = EventId{12345};
  CHECK(hover_text(*snapshot, hit).title.empty());
}

TEST_CASE("the status line adds up what is selected") {
  TraceText trace;
  trace.cpu("cpu_op", "a", "0", "10").cpu("cpu_op", "b", "20", "5");
  const auto snapshot = trace.load();
  Selection selection;
  CHECK(selection_text(*snapshot, selection).empty());
  selection.select(event_named(*snapshot, "a"));
  CHECK(selection_text(*snapshot, selection) == "1 selected · 10.00 µs");
  selection.toggle(event_named(*snapshot, "b"));
  CHECK(selection_text(*snapshot, selection) == "2 selected · 15.00 µs total");
  selection.select_range({5'000, 25'000});
  CHECK(selection_text(*snapshot, selection).find("20.00 µs") != std::string::npos);
}

TEST_CASE("what takes no time is selected without a sum of times") {
  TraceText trace;
  trace.cpu("cpu_op", "a", "0", "10").instant("[memory]", "5", R"("Device Type":0,"Bytes":64)");
  const auto snapshot = trace.load();
  Selection selection;
  selection.select(event_named(*snapshot, "[memory]"));
  CHECK(selection_text(*snapshot, selection) == "1 selected");
  selection.toggle(event_named(*snapshot, "a"));
  CHECK(selection_text(*snapshot, selection) == "2 selected · 10.00 µs total");
}

TEST_CASE("a profiler range has no duration of its own, in the tooltip and among the selected") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "3")
      .slice("cuda_profiler_range", "gemm", "0", "0", "5", "10", R"("dram__bytes.sum": 5)");
  const auto snapshot = trace.load();
  LaneHit hit;
  hit.event = event_named(*snapshot, "gemm");
  hit.range = {5'000, 15'000};
  const HoverText text = hover_text(*snapshot, hit);
  CHECK(fact(text, "Duration").empty());
  CHECK(fact(text, "Category") == "cuda_profiler_range");
  Selection selection;
  selection.select(hit.event);
  CHECK(selection_text(*snapshot, selection) == "1 selected");
}

}  // namespace
}  // namespace lanescope
