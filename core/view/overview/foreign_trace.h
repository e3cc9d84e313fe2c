// Traces of other programs: Chrome traces with neither PyTorch's nor a GPU's events. Views about
// those would be empty, and advice on how to record them with a profiler would be out of place.
#pragma once

#include "core/view/overview/breakdown_figures.h"

namespace lanescope {

/// Whether it has slices but nothing that PyTorch, a GPU or Lanescope recorded: no known category,
/// no steps, no device, no allocations. False while it is loaded. Cost: a look at the categories
/// and tracks.
bool is_foreign(const Snapshot& trace);

/// What there is in such a trace: threads, slices, the time they cover and the longest one.
struct ForeignFigures {
  KeyFigures figures;
};
/// The time is that of the bulk: a few events that are far from all others are named beside it.
/// Cost: a pass over all events, and a sort of them.
ForeignFigures foreign_figures_insight(const AnalysisResults& in);

}  // namespace lanescope
