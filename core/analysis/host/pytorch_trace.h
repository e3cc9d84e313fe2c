// Whether what a trace shows is PyTorch's, so that advice may name its functions and settings.
#pragma once

#include "core/store/snapshot.h"

namespace lanescope {

/// Whether operators of PyTorch would be in the trace. Other tools have them if the program marks
/// them; those of JAX's profiles are JAX's own. Cost: a pass over the categories.
bool knows_pytorch(const Snapshot& trace);

}  // namespace lanescope
