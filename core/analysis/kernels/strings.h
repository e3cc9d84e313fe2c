// The kernels of a window as sequences of names, in launch order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct LaunchedKernel {
  Ns launch_ns = 0;  // of the call; for an orphan, its own start
  Ns start_ns = 0, length_ns = 0;
  TrackId launcher = TrackId::None;  // the thread of the launch call; the stream of an orphan
  StringId name = StringId::Empty;
  EventId event = EventId::None;
  EventId link = EventId::None;
};

/// The compute kernels that start in the window, by launcher, launch and start; at most the first
/// `most` in track order. Cost: n log n.
std::vector<LaunchedKernel> launched_kernels(const Snapshot& snapshot, const AnalysisWindow& window,
                                             std::size_t most);

}  // namespace lanescope
