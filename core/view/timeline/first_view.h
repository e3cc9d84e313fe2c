// Which time to show first: where the events are. A few stray times far off (a clock of its own, a
// zero) would leave nothing to see.
#pragma once

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The whole extent, but when nearly all slices lie in a small part of it, that part. Cost:
/// O(tracks log tracks).
TimeRange first_view(const Snapshot& snapshot);

}  // namespace lanescope
