// The summary of a rank from its trace: for the command `summarize`, and for Python.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

struct SummarizedTrace {
  RankSummary summary;
  std::optional<Error> problem;  // the trace could not be read; `summary.failure` says the same
  bool truncated = false;        // the trace is truncated or damaged
  std::string left_out = {};     // which events, as `report` says it; empty: none
};

/// Loads a trace and reduces it. `steps`: as in BesideTrace. `named` is where the summary says that
/// the trace lies; empty: at `path`. A file that stands for a rank though it cannot be read has a
/// summary, too. Errors: as open_trace, for what stands for no rank; and if the file changes
/// meanwhile. Cost: a load and the findings.
Result<SummarizedTrace> summarized_trace(const std::string& path, const std::string& named = {},
                                         const std::string& steps = {});

}  // namespace lanescope
