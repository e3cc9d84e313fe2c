// The levels above work that a CUDA graph replays, as a trace of the capture phase has them.
#pragma once

#include "core/view/details/model.h"

namespace lanescope {

/// Adds operators with their inputs, modules and Python frames. They are of another trace, so none
/// of them is an event here.
void add_captured_levels(const CapturedLaunch& captured, DetailsModel& model);

}  // namespace lanescope
