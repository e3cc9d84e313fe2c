// What a report is about: which analyses, and of which part of the trace.
#pragma once

#include <string>
#include <vector>

#include "app/cli/report/report.h"
#include "app/cli/verbs.h"
#include "core/base/result.h"

namespace lanescope {

/// An analysis and how the report prints it.
struct ReportedAnalysis {
  const char* key;
  void (*compute)(const ReportInput&);
  void (*json)(const ReportInput&, Json& trace);
  std::string (*text)(const ReportInput&);
};

/// What to print.
struct ChosenAnalyses {
  std::vector<const ReportedAnalysis*> of_trace;  // in registry order
  bool ranks = false;                             // over all traces
};

/// `only` as in ReportOptions. Errors: Invalid for an unknown key.
Result<ChosenAnalyses> chosen_analyses(const std::vector<std::string>& only);

/// Runs them, several at a time; what they share is computed once and waited for.
void compute_results(const ChosenAnalyses& analyses, const ReportInput& input);

/// The requested part of the trace. Errors: Unsupported if there is no such part.
Result<AnalysisWindow> chosen_window(const Snapshot& trace, const ReportOptions& options,
                                     bool only_ranks);

}  // namespace lanescope
