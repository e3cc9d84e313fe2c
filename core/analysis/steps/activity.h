// What goes on when, as the classes of the step table: one union of intervals a class.
#pragma once

#include <array>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/steps/steps.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// By StepClass; nothing for Other. Each sorted, apart, none empty.
using StepActivity = std::array<std::vector<TimeRange>, kStepClasses>;

/// Of the window's device and of all host threads, whenever it is. Cost: a pass over GPU events and
/// host slices, and merging the lanes.
StepActivity step_activity(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
