// What a CPU thread is there for, by what it does.
#pragma once

#include "core/store/snapshot.h"

namespace lanescope {

/// Whether a thread of autograd's engine: it evaluates functions and does little else at the
/// outermost level. Looks at some 256 slices a chunk, however many there are.
bool runs_autograd(const Snapshot& snapshot, const Track& track);

}  // namespace lanescope
