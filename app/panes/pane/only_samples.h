// Whether tabs about what a program recorded of itself cannot apply to a trace.
#pragma once

#include "app/panes/pane/trace_view.h"
#include "core/view/overview/sampled_trace.h"

namespace lanescope {

/// So far: a recording in progress may still get other events, and then its tabs. Cost: that of
/// holds_only_samples().
inline bool has_only_samples(const TraceView& view) {
  return view.snapshot() != nullptr && holds_only_samples(*view.snapshot());
}

}  // namespace lanescope
