// A made-up history as files, as `lanescope summarize` writes them.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/ranks/summary/summary_file.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/history/made_history.h"

namespace lanescope {

/// "run000.rank" and so on.
inline void write_history(const TempFolder& folder, const HistoryPlan& plan) {
  for (std::size_t run = 0; run < plan.runs; ++run)
    REQUIRE_FALSE(
        write_summary(fmt::format("{}/run{:03}.rank", folder.path(), run), made_run(plan, run))
            .has_value());
}

/// Runs without noise whose step time is longer by 6 % from run 21 of 30 on.
inline HistoryPlan with_one_change() {
  HistoryPlan plan;
  plan.runs = 30;
  plan.run_noise = plan.drift = plan.disturbed = 0;
  plan.changes = {{20, MadePart::Gemm, 0.06}};
  return plan;
}

}  // namespace lanescope
