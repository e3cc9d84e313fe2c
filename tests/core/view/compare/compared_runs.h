// A comparison of two training loops, as panes receive it.
#pragma once

#include <memory>

#include "core/view/results/comparison.h"
#include "core/view/results/diff_text.h"
#include "tests/core/compare/two_runs.h"

namespace lanescope {

inline std::shared_ptr<const ComparedPair> compared(const TwoRuns& runs) {
  auto aligned = std::make_shared<AlignedPair>();
  aligned->a = runs.a.snapshot;
  aligned->b = runs.b.snapshot;
  aligned->runs = runs.diff.runs;
  aligned->environment = compare_environments(*runs.a, *runs.b);
  return std::make_shared<const ComparedPair>(
      ComparedPair{aligned,
                   std::make_shared<const RunDiff>(runs.diff),
                   runs.diff.a.level,
                   diff_words(runs.diff),
                   {}});
}

}  // namespace lanescope
