// `report --window`: from the words of the command line to a part of a trace.
#pragma once

#include <string>

#include "core/analysis/events/window.h"
#include "core/base/result.h"
#include "core/view/text/time_span.h"

namespace lanescope {

/// What was asked for, before a trace is known.
struct WindowChoice {
  WindowKind kind = WindowKind::Whole;
  TimeSpan span;  // Range
};

/// "whole", "steps", "hta", "tb" or A:B. Errors: Invalid.
Result<WindowChoice> parse_window(const std::string& text);

/// The part of this trace. Errors: Unsupported when it has none such.
Result<AnalysisWindow> window_in_trace(const WindowChoice& choice, const Snapshot& trace,
                                       const SharedThresholds& thresholds = {});

}  // namespace lanescope
