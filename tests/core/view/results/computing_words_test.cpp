// Who waits for a result is told which ones are being computed.
#include "core/view/results/computing_words.h"

#include <algorithm>
#include <functional>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/in_progress.h"
#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

using Names = std::vector<std::string>;

struct Outer {
  Names told;
};
struct Inner {
  Names told;
};

Inner inner(const AnalysisResults& in) {
  return {results_in_progress(in.trace)};
}
Outer outer(const AnalysisResults& in) {
  Names told = in.of<Inner>(&inner)->told;
  for (const std::string& name : results_in_progress(in.trace)) told.push_back(name);
  return {told};
}

}  // namespace

TEST_CASE("of results that wait for another, only that one is named, and none once it is there") {
  TrainingTrace trace;
  trace.step([&] { trace.op("aten::mm", "gemm", 100, 80); });
  const auto snapshot = trace.load().snapshot;
  const AnalysisResults results(*snapshot, whole_window());
  const Names told = results.of<Outer>(&outer)->told;
  REQUIRE(told.size() == 2);
  CHECK(told[0].ends_with("Inner"));
  CHECK(told[1].ends_with("Outer"));
  CHECK(results_in_progress(*snapshot).empty());
}

TEST_CASE("results of several threads are named, those of other traces are not") {
  const Snapshot one, other;
  std::latch begun(3), seen(1);
  const auto compute = [&](const Snapshot& trace, const char* name) {
    const ResultInProgress result(trace, name);
    begun.count_down();
    seen.wait();
  };
  std::jthread first(compute, std::cref(one), "IdleTime");
  std::jthread second(compute, std::cref(one), "CopyTable");
  std::jthread third(compute, std::cref(other), "GpuTime");
  begun.wait();
  Names names = results_in_progress(one);
  std::ranges::sort(names);
  CHECK(names == Names{"CopyTable", "IdleTime"});
  seen.count_down();
}

TEST_CASE("a pane that waits says what is computed, in words") {
  CHECK(computing_words(Names{}) == "Computing…");
  CHECK(computing_words(Names{"CopyTable"}) == "Computing copies…");
  CHECK(computing_words(Names{"IdleTime", "IdleLanes", "CopyTable", "GpuTime"}) ==
        "Computing idle time and copies…");
  CHECK(computing_words(Names{"std::vector<int>"}) == "Computing…");
}

TEST_CASE("every result has words for who waits for it") {
#define LANESCOPE_CHECK_WORDS(Result, call) CHECK(computing_words(Names{#Result}) != "Computing…");
  LANESCOPE_SHARED_RESULTS(LANESCOPE_CHECK_WORDS)
#undef LANESCOPE_CHECK_WORDS
#define LANESCOPE_CHECK_WORDS(key, Result, call) \
  CHECK(computing_words(Names{#Result}) != "Computing…");
  LANESCOPE_ANALYSES(LANESCOPE_CHECK_WORDS)
#undef LANESCOPE_CHECK_WORDS
}
