// GPU work that was launched before the recording began, but ran in it.
#pragma once

#include <cstdint>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Work without a launch call that runs on its stream before the first work that has one. It counts
/// in all totals, and in the step in which it runs, though an earlier step launched it.
struct EarlyWork {
  std::uint64_t kernels = 0;
  Ns until_ns = kMinNs;  // when the last of them ends; kMinNs if there are none
};

/// Of the window's work. None if no stream has work with a launch call: then launches were not
/// recorded. Cost: a pass over the GPU events.
EarlyWork early_work(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
