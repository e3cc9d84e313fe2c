// How often the analysis of a run looks at an event again: ranks of twice the size, or twice the
// ranks, must be twice the work.
#include <vector>

#include <doctest/doctest.h>

#include "core/ranks/ranks.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/growing_traces.h"
#include "tests/core/fixtures/measured_work.h"
#include "tests/core/ranks/rank_set.h"

using namespace lanescope;

namespace {

MeasuredWork work_of(const std::vector<std::string>& ranks) {
  std::vector<LoadedTrace> traces;
  LoadOptions options;
  options.threads = 1;
  for (const std::string& text : ranks) {
    auto trace = load_trace(memory_byte_source(text), "test.json", options);
    REQUIRE(trace.ok());
    traces.push_back(std::move(trace).value());
  }
  return measured_work([&] {
    RunFacts facts;
    for (std::size_t i = 0; i < traces.size(); ++i) {
      const AnalysisResults results(*traces[i].snapshot, whole_window(), event_reader(traces[i]));
      facts.add({static_cast<std::int64_t>(i), results});
    }
    (void)compare_ranks(facts);
  });
}

}  // namespace

TEST_CASE("ranks of twice the events are at most 2.2 times the work") {
  constexpr std::size_t kEvents = 1500;
  std::uint64_t most = 0;
  for (const auto& [name, trace] : growing_traces()) {
    CAPTURE(name);
    const std::string one = trace(kEvents), two = trace(2 * kEvents);
    const MeasuredWork once = work_of({one, one});
    check_growth(once, work_of({two, two}));
    CHECK(once.steps < 1000 * kEvents);
    CHECK(once.allocations < 1000 * kEvents);
    most = std::max(most, once.steps);
  }
  CHECK(most >= kEvents);
}

TEST_CASE("twice the steps, or twice the ranks, are at most 2.2 times the work") {
  const auto run = [](int ranks, int steps) {
    std::vector<std::string> texts;
    for (int rank = 0; rank < ranks; ++rank) texts.push_back(rank_of_usual_set(rank, steps));
    return work_of(texts);
  };
  const MeasuredWork once = run(8, 5);
  CHECK(once.steps > 0);
  check_growth(once, run(16, 5));
  check_growth(once, run(8, 10));
}
