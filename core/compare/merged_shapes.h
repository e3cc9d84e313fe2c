// Operators by name alone, for a run that is compared with one whose input shapes are not known.
#pragma once

#include "core/compare/run_parts.h"

namespace lanescope {

/// Whether the parts, at the operator level, have operators but no input shapes.
bool lacks_shapes(const RunParts& run);

/// Joins operators that differ in their input shapes alone, and notes that in `run`. `trace` is
/// that of the run. Cost: sorting the parts and their events.
void merge_shapes(const Snapshot& trace, RunParts& run);

}  // namespace lanescope
