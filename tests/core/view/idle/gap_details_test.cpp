#include "core/view/idle/gap_details.h"

#include <optional>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/idle/idle.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// The GPU is idle from 10 to 100: the host was in aten::item, which waited in a sync until 15, and
/// in train.py; it launched at 90.
struct Gap {
  Gap()
      : trace(TraceText()
                  .cpu("python_function", "train.py(12): step", "0", "200")
                  .cpu("cuda_runtime", "cudaLaunchKernel", "1", "2", R"("correlation": 1)")
                  .kernel("gemm", "4", "6", "1")
                  .cpu("cpu_op", "aten::item", "5", "11")
                  .cpu("cuda_runtime", "cudaStreamSynchronize", "6", "9")
                  .cpu("cpu_op", "aten::mm", "80", "15")
                  .cpu("cuda_runtime", "cudaLaunchKernel", "90", "4", R"("correlation": 2)")
                  .kernel("gemm", "100", "10", "2")
                  .load()),
        idle(analyse_idle({*trace, whole_window()})) {
    REQUIRE(idle.devices.size() == 1);
    REQUIRE(idle.devices[0].gaps.size() == 1);
  }
  [[nodiscard]] const IdleDevice& device() const { return idle.devices[0]; }
  [[nodiscard]] const IdleGap& gap() const { return device().gaps[0]; }
  [[nodiscard]] DetailsText text() const { return gap_details(*trace, device(), gap()); }

  std::shared_ptr<const Snapshot> trace;
  IdleTime idle;
};

const DetailLine* line_in(const DetailsText& text, std::string_view section, std::string_view key) {
  for (const DetailSection& one : text.sections) {
    if (one.title != section) continue;
    for (const DetailLine& line : one.lines) {
      if (line.key == key) return &line;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a gap that is cut by the analyzed range says how much of it is inside") {
  const Gap gap;
  const auto part = [&](std::optional<TimeRange> analyzed) {
    const DetailsText text = gap_details(*gap.trace, gap.device(), gap.gap(), analyzed);
    REQUIRE(line_in(text, "", "Duration"));
    CHECK(line_in(text, "", "Duration")->value == "90.00 µs");
    const DetailLine* line = line_in(text, "", "In the analyzed part");
    return line == nullptr ? std::string() : line->value;
  };
  CHECK(part(TimeRange{20'000, 200'000}) == "80.00 µs");
  CHECK(part(TimeRange{10'000, 100'000}).empty());  // all of it
  CHECK(part(TimeRange{100'000, 200'000}).empty());
  CHECK(part(std::nullopt).empty());
}

TEST_CASE("the details of a gap begin with a sentence, its length and its start") {
  const Gap gap;
  const DetailsText text = gap.text();
  CHECK(text.title == "Idle gap");
  CHECK(text.subtitle.starts_with("GPU 0"));
  REQUIRE(line_in(text, "", ""));
  CHECK(line_in(text, "", "")->value.starts_with("The GPU waited 90.00 µs"));
  REQUIRE(line_in(text, "", "Duration"));
  CHECK(line_in(text, "", "Duration")->exact == "90 000 ns");
}

TEST_CASE("the details say how the gap was spent, in parts that add up to it") {
  const Gap gap;
  const DetailsText text = gap.text();
  REQUIRE(line_in(text, "SPENT ON", "Python"));
  CHECK(line_in(text, "SPENT ON", "Python")->value == "64.00 µs · 71 %");
  REQUIRE(line_in(text, "SPENT ON", "launch latency"));
  CHECK(line_in(text, "SPENT ON", "launch latency")->value == "10.00 µs · 11 %");
}

TEST_CASE("each event that explains the gap is a link") {
  const Gap gap;
  const DetailsText text = gap.text();
  const DetailLine* kernel = line_in(text, "ENDED BY", "gemm");
  REQUIRE(kernel);
  CHECK(kernel->link == event_named(*gap.trace, "gemm", 1));
  CHECK(kernel->value == "10.00 µs");
  const DetailLine* launch = line_in(text, "LAUNCHED BY", "cudaLaunchKernel");
  REQUIRE(launch);
  CHECK(launch->link == event_named(*gap.trace, "cudaLaunchKernel", 1));
  CHECK(launch->value == "80.00 µs into the gap");
  const DetailLine* sync = line_in(text, "QUEUE DRAINED BY", "cudaStreamSynchronize");
  REQUIRE(sync);
  CHECK(sync->link == event_named(*gap.trace, "cudaStreamSynchronize"));
  const DetailLine* source = line_in(text, "PYTHON", "step");
  REQUIRE(source);
  CHECK(source->value == "train.py:12");
  CHECK(source->source.line == 12);
}

TEST_CASE("the evidence is the late launch, the thread's stack in the gap, and the sync call") {
  const Gap gap;
  const GapEvidence evidence = gap_evidence(*gap.trace, gap.device(), gap.gap());
  REQUIRE(evidence.launch.size() == 1);
  CHECK(evidence.launch[0].from.event == event_named(*gap.trace, "cudaLaunchKernel", 1));
  CHECK(evidence.launch[0].to.event == event_named(*gap.trace, "gemm", 1));
  REQUIRE(evidence.stack.size() == 1);
  CHECK(evidence.stack[0] == event_named(*gap.trace, "train.py(12): step"));
  CHECK(evidence.sync == event_named(*gap.trace, "cudaStreamSynchronize"));
}

TEST_CASE("a gap whose work nobody launched has no links to what is not there") {
  const auto trace = TraceText().kernel("a", "0", "10", "1").kernel("b", "50", "10", "2").load();
  const IdleTime idle = analyse_idle({*trace, whole_window()});
  REQUIRE(idle.devices[0].gaps.size() == 1);
  const DetailsText text = gap_details(*trace, idle.devices[0], idle.devices[0].gaps[0]);
  CHECK(line_in(text, "ENDED BY", "b"));
  for (const DetailSection& section : text.sections) CHECK(section.title != "LAUNCHED BY");
  const GapEvidence evidence = gap_evidence(*trace, idle.devices[0], idle.devices[0].gaps[0]);
  CHECK(evidence.launch.empty());
  CHECK(evidence.sync == EventId::None);
}

}  // namespace lanescope
