// What a trace lacks, and how to record it next time, for places that stay empty.
#pragma once

#include <string_view>

#include "core/analysis/record_advice.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// "No steps: call profiler.step() in the training loop". Lives for ever; asked each frame.
std::string_view record_hint(const Snapshot& trace, Recordable wanted);

}  // namespace lanescope
