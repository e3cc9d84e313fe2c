// The window that an analysis is about, as text and JSON.
#pragma once

#include <string>

#include "app/cli/output/json_output.h"
#include "core/analysis/results.h"

namespace lanescope {

/// Its kind and where it lies, for readers who compare; if it has no ends, the range of the GPU
/// work.
Json window_json(const AnalysisResults& in);

/// Of a window of steps: what it leaves out, and how to include it.
std::string window_line(const AnalysisResults& input);

}  // namespace lanescope
