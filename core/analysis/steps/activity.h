// When each class of the step table is active: one union of intervals per class.
#pragma once

#include <array>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/steps/steps.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// By StepClass; empty for Other. Each list is merged: sorted, disjoint, without empty ranges.
using StepActivity = std::array<std::vector<TimeRange>, kStepClasses>;

/// For the window's device and all host threads, not limited to the window. Cost: a pass over GPU
/// events and host slices, and merging the tracks.
StepActivity step_activity(const Snapshot& snapshot, const AnalysisWindow& window);

/// That of all devices, in the classes of all windows but TensorBoard's; for whoever asks
/// AnalysisResults.
struct AllStepActivity {
  static constexpr bool kOfTrace = true;
  StepActivity classes;
};

}  // namespace lanescope
