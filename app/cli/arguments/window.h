// `report --window`: converts the option's text to a part of a trace.
#pragma once

#include <string>

#include "core/analysis/events/window.h"
#include "core/base/result.h"
#include "core/view/text/time_span.h"

namespace lanescope {

/// The requested window, before a trace is loaded.
struct WindowChoice {
  WindowKind kind = WindowKind::Whole;
  TimeSpan span;  // only for Range
};

/// "whole", "steps", "hta", "tb" or A:B. Errors: Invalid.
Result<WindowChoice> parse_window(const std::string& text);

/// The part of this trace. Errors: Unsupported if the trace has no such part.
Result<AnalysisWindow> window_in_trace(const WindowChoice& choice, const Snapshot& trace,
                                       const SharedThresholds& thresholds = {});

}  // namespace lanescope
