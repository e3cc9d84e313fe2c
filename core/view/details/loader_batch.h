// Which batch of a DataLoader a sampled thread was about.
#pragma once

#include <string>

#include "core/store/snapshot.h"

namespace lanescope {

/// For a slice of the samples or the state of a worker's main or feeder thread: what it fetched for
/// how long, when it was sent, and how long somebody had waited for it. For a slice of a thread
/// that waited for a batch: from which worker it came. Empty for anything else. Cost: that of
/// find_sampled_workers, for such slices only.
std::string loader_batch_words(const Snapshot& snapshot, const SliceRef& slice);

}  // namespace lanescope
