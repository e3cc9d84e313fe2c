// The step table against TensorBoard's, and against itself on every trace.
#include <numeric>

#include <doctest/doctest.h>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

TEST_CASE("steps and their classes are those of the TensorBoard plugin") {
  const auto trace = corpus_trace("references/tb-resnet50-workers0-v100.json.gz");
  const auto window = tensorboard_window(*trace);
  REQUIRE(window);
  const StepTable steps = analyse_steps({*trace, *window});
  // Kernel, Communication, Memcpy, Memset, Runtime, DataLoader, CPU Exec, Other, all; µs
  constexpr std::int64_t kPublished[6][9] = {
      {98598, 0, 1941, 90, 2796, 69317, 14091, 1115, 187948},
      {98570, 0, 1947, 89, 2762, 57669, 12968, 1148, 175153},
      {98596, 0, 1931, 91, 2877, 61257, 13768, 1213, 179733},
      {98623, 0, 1938, 89, 2841, 56453, 13420, 1200, 174564},
      {98504, 0, 1937, 87, 2788, 62690, 15025, 1141, 182172},
      {98641, 0, 1798, 88, 3381, 48185, 12773, 1117, 165983},
  };
  REQUIRE(steps.rows.size() == 6);
  for (std::size_t i = 0; i < 6; ++i) {
    CAPTURE(i);
    for (std::size_t c = 0; c < kStepClasses; ++c) {
      CAPTURE(c);
      CHECK(steps.rows[i].classes_ns[c] == kPublished[i][c] * 1000);
    }
    CHECK(steps.rows[i].step.range.length_ns() == kPublished[i][8] * 1000);
  }
  CHECK(rounded_ns(steps.spread_ns.mean) == 177'592'167);
}

TEST_CASE("in every trace the classes of a step add up to it, however it is cut") {
  const auto folder = corpus_folder();
  std::size_t steps = 0;
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    const auto trace = corpus_trace(name);
    for (const auto& window : {std::optional(whole_window()), tensorboard_window(*trace)}) {
      if (!window) continue;
      for (const StepRow& row : analyse_steps({*trace, *window}).rows) {
        const Ns sum_ns = std::accumulate(row.classes_ns.begin(), row.classes_ns.end(), Ns{0});
        CHECK(sum_ns == row.time().length_ns());
        ++steps;
      }
    }
  }
  CHECK(steps > 0);
}
