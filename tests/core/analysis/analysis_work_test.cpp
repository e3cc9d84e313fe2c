// How often an analysis looks at an event again: twice the events must be twice the work, whatever
// the trace has much of.
#include <algorithm>
#include <map>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/memory/categories.h"
#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/growing_traces.h"
#include "tests/core/fixtures/measured_work.h"

using namespace lanescope;

namespace {

using WorkByAnalysis = std::map<std::string, MeasuredWork>;

WorkByAnalysis work_of_all(const std::string& text) {
  LoadOptions options;
  options.threads = 1;
  const auto loaded = load_trace(memory_byte_source(text), "test.json", options);
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  const AnalysisWindow window = usual_window(trace);
  WorkByAnalysis work;
  // Each with what it needs of others.
#define LANESCOPE_MEASURE(key, Result, call)                               \
  {                                                                        \
    const AnalysisResults in(trace, window, event_reader(loaded.value())); \
    work[#key] = measured_work([&] { (void)(call); });                     \
  }
  LANESCOPE_ANALYSES(LANESCOPE_MEASURE)
#undef LANESCOPE_MEASURE
  const auto lists = find_allocations(trace);
  work["memory_categories"] = measured_work([&] {
    for (const AllocationList& list : lists) (void)estimate_categories(trace, list);
  });
  return work;
}

}  // namespace

TEST_CASE("twice the events are at most 2.2 times the work, for every analysis") {
  constexpr std::size_t kEvents = 1500;
  std::map<std::string, std::uint64_t> most;
  for (const auto& [name, trace] : growing_traces()) {
    const WorkByAnalysis once = work_of_all(trace(kEvents));
    const WorkByAnalysis twice = work_of_all(trace(2 * kEvents));
    for (const auto& [analysis, work] : once) {
      CAPTURE(name);
      CAPTURE(analysis);
      check_growth(work, twice.at(analysis));
      CHECK(work.steps < 300 * kEvents);
      CHECK(work.allocations < 300 * kEvents);
      most[analysis] = std::max(most[analysis], work.steps);
    }
  }
  // One that counts nothing has no measure.
  for (const auto& [analysis, work] : most) {
    CAPTURE(analysis);
    CHECK(work >= kEvents);
  }
}
