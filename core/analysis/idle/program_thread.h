// The thread that runs the program, where others launch its GPU work.
#pragma once

#include <span>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The only thread with Python functions, if none of those that launch has any: JAX hands its work
/// to threads of its runtime. TrackId::None otherwise. Cost: a look at the events of all host
/// threads, in a trace with Python functions.
TrackId program_thread(const Snapshot& snapshot, std::span<const TrackId> launching);

}  // namespace lanescope
