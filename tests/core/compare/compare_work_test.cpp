// How often a comparison looks at an event again: two runs of twice the size must be twice the
// work, whatever they have much of.
#include <doctest/doctest.h>

#include "core/compare/run_diff.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/growing_traces.h"
#include "tests/core/fixtures/measured_work.h"

using namespace lanescope;

namespace {

LoadedTrace loaded(const std::string& text) {
  LoadOptions options;
  options.threads = 1;
  auto trace = load_trace(memory_byte_source(text), "test.json", options);
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

/// Of a trace against itself, without the tests of what differs: they try ten thousand labelings of
/// the samples, however few events there are.
MeasuredWork work_of(const std::string& text, PartLevel level) {
  const LoadedTrace trace = loaded(text);
  const AnalysisResults of_a(*trace.snapshot, whole_window(), event_reader(trace));
  const AnalysisResults of_b(*trace.snapshot, whole_window(), event_reader(trace));
  return measured_work([&] {
    const auto runs = align_runs(*trace.snapshot, *trace.snapshot);
    if (!runs.ok()) return;
    const RunParts a = find_run_parts({of_a, runs.value().a}, level);
    const RunParts b = find_run_parts({of_b, runs.value().b}, level);
    (void)pair_parts(a.parts, b.parts);
  });
}

}  // namespace

TEST_CASE("runs of twice the events are at most 2.2 times the work to compare") {
  constexpr std::size_t kEvents = 1500;
  std::uint64_t most = 0;
  for (const auto& [name, trace] : growing_traces()) {
    for (const PartLevel level : {PartLevel::Kernel, PartLevel::Op, PartLevel::Module}) {
      CAPTURE(name);
      CAPTURE(part_level_name(level));
      const MeasuredWork once = work_of(trace(kEvents), level);
      check_growth(once, work_of(trace(2 * kEvents), level));
      CHECK(once.steps < 300 * kEvents);
      CHECK(once.allocations < 300 * kEvents);
      most = std::max(most, once.steps);
    }
  }
  CHECK(most >= kEvents);
}
