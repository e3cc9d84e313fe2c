// `report --threshold` and `--thresholds`: the thresholds of the analyses, as JSON and as a table;
// the peak rates of GPUs that `report --gpu-peaks` adds; and what of both a report begins with.
#pragma once

#include <string>
#include <vector>

#include "app/cli/output/json_output.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/results.h"
#include "core/base/result.h"

namespace lanescope {

/// Names and values of those that differ from the default.
Json changed_thresholds_json(const Thresholds& thresholds);
/// What a report for people begins with: its window, if that is the steady-state steps, and changed
/// thresholds; empty if there is neither. Ends with an empty line.
std::string scope_text(const AnalysisResults& input);
/// Names and values of the thresholds that a finding was judged by.
Json judged_by_json(const Finding& finding);
/// The entries of a file, see parse_gpu_peaks(). Errors: those of reading it and of its text.
Result<std::vector<GpuPeaks>> read_gpu_peaks(const std::string& file);

}  // namespace lanescope
