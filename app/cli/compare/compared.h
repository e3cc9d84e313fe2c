// What `compare` computes before it prints.
#pragma once

#include <optional>
#include <string>

#include "app/cli/compare/compare.h"
#include "app/cli/traces/run_files.h"
#include "app/cli/verbs.h"
#include "core/analysis/results.h"

namespace lanescope {

/// One of the two runs, with the results of its whole window.
struct ComparedRun {
  const std::string& file;
  const AnalysisResults& results;
};

/// `options` say how the runs are aligned, which rows are shown, and the gates. Returns nothing and
/// says why if the runs cannot be aligned. The traces of the results must outlive the comparison.
/// Cost: that of diff_runs() at each level, side by side.
std::optional<PrintedComparison> compare_results(const ComparedRun& a, const ComparedRun& b,
                                                 const CompareOptions& options,
                                                 RunFilesProblem& problem);

}  // namespace lanescope
