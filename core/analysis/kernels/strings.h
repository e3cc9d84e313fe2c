// The kernels of a window as sequences of names, in launch order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/idle/idle.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct LaunchedKernel {
  Ns launch_ns = 0;  // of the call; for an orphan, its own start
  Ns start_ns = 0, length_ns = 0;
  Ns counted_ns = 0;                 // the part that counts, see counted_part
  TrackId launcher = TrackId::None;  // the thread of the launch call; the stream of an orphan
  StringId name = StringId::Empty;
  EventId event = EventId::None;
  EventId link = EventId::None;
  /// Idle time of the GPU that ended with this kernel, or with a copy or fill launched since the
  /// kernel before it, and that fewer launches could avoid. 0 until add_launch_idle().
  Ns idle_before_ns = 0;
};

/// Whether one call launched both, as a graph launch does. Orphans have launches of their own.
inline bool is_same_launch(const LaunchedKernel& a, const LaunchedKernel& b) {
  return a.link != EventId::None && a.link == b.link && a.launch_ns == b.launch_ns;
}

/// The compute kernels that counted_part counts, by launcher, launch and start; at most the first
/// `most` in track order. Cost: n log n.
std::vector<LaunchedKernel> launched_kernels(const Snapshot& snapshot, const AnalysisWindow& window,
                                             std::size_t most);

/// Sets idle_before_ns of kernels in the order of launched_kernels(). Each gap counts for one
/// kernel, so the kernels' times add up to no more than the launch-bound idle time of the findings.
/// Cost: a pass over the pieces of idle time, and a lookup for each gap.
void add_launch_idle(const Snapshot& snapshot, const IdleTime& idle, const Thresholds& thresholds,
                     std::vector<LaunchedKernel>& kernels);

}  // namespace lanescope
