// The critical path: the chain of work that determined the duration of the window.
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/launch/path_segments.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// "gpu_compute", "kernel_gap": as in JSON.
std::string_view path_class_name(PathClass path_class);

/// All segments with the same class and name.
struct PathCost {
  PathClass what = PathClass::Untraced;
  StringId name = StringId::Empty;
  Ns total_ns = 0;
  std::uint64_t count = 0;
  EventId longest = EventId::None;
};

/// How long the path is in each class: they add up to the window.
struct PathClassTimes {
  std::array<Ns, kPathClasses> classes_ns{};
};

struct CriticalPath {
  TimeRange window;
  std::array<Ns, kPathClasses> classes_ns{};  // add up to the window
  PathSegments segments;                      // they cover the window
  std::vector<PathCost> costs;                // by total time
};

/// Walks backward from the last event to end in the window, each time to what was waited for: from
/// GPU work to the previous work on its stream, the work its stream waited for, or its launch call,
/// whichever ended or began last; from a call that waits for the GPU to that work; from an idle
/// thread to the thread that was busy last. There is one path for all devices. An unbounded window
/// extends from the first GPU event to the last; without GPU events, over all slices. Pure;
/// complete snapshots only. Cost: a pass over the GPU events and the threads on the path, n log n.
/// The trace's texts are read only for "Stream Wait Event" records and the calls that record
/// events. After a stop, the path does not reach the window's start.
CriticalPath analyse_critical_path(const AnalysisResults& in);

/// CriticalPath::classes_ns without the path, whose segments and costs take longer than the walk. A
/// derived result, see AnalysisResults::of.
PathClassTimes path_class_times(const AnalysisResults& in);

}  // namespace lanescope
