// Tells the threads of the autograd engine, which have no name of their own in many traces.
#pragma once

#include "core/store/snapshot.h"

namespace lanescope {

/// Whether the thread belongs to the autograd engine: it evaluates functions and does little else
/// at the outermost level. Looks at about 256 slices per chunk, however many there are.
bool runs_autograd(const Snapshot& snapshot, const Track& track);

}  // namespace lanescope
