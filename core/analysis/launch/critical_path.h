// Which chain of work set the length of the window, and what would gain nothing?
#pragma once

#include <array>
#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What a part of the path is spent on.
enum class PathClass : std::uint8_t {
  GpuCompute,
  GpuComm,
  GpuMemory,
  KernelGap,      // from the end of the work before, on its stream or one it waits for
  LaunchLatency,  // from the start of the launch call
  CpuOp,
  Python,
  Runtime,     // calls of the runtime and the driver, as far as they do not wait for the GPU
  SyncReturn,  // from the end of the work that a call waits for
  DataLoading,
  HostComm,  // collectives of the host, in a trace without GPU events
  Untraced,  // nothing that the trace knows of, or marked ranges only
};
inline constexpr std::size_t kPathClasses = 12;

/// "gpu_compute", "kernel_gap": as in the text face.
std::string_view path_class_name(PathClass path_class);

/// A part of the path: each ends where the next one begins.
struct PathSegment {
  TimeRange range;
  PathClass what = PathClass::Untraced;
  EventId event = EventId::None;  // the work, the operator, the call; None of Untraced
};

/// Parts of one class with one name.
struct PathCost {
  PathClass what = PathClass::Untraced;
  StringId name = StringId::Empty;
  Ns total_ns = 0;
  std::uint64_t count = 0;
  EventId longest = EventId::None;
};

struct CriticalPath {
  TimeRange window;
  std::array<Ns, kPathClasses> classes_ns{};  // add up to the window
  std::vector<PathSegment> segments;          // by time; cover the window
  std::vector<PathCost> costs;                // by total time
};

/// Walks back from the last end in the window, always to what was waited for: GPU work to the end
/// of the work before it on its stream, to the work its stream waits for, or to its launch call,
/// whichever was last; a call that waits for the GPU to that work; a thread with nothing to do to
/// the thread that was busy last. Over all devices, as one trace has one path; of unbounded windows
/// from the first GPU event to the last. Pure; complete snapshots only. Cost: a pass over the GPU
/// events and the threads on the path, n log n. `read` is asked for records of category cuda_sync
/// only. A stop gives a path that does not reach back to the window's start.
CriticalPath analyse_critical_path(const Snapshot& snapshot, const AnalysisWindow& window,
                                   const ReadEvent& read, const std::stop_token& stop = {});

}  // namespace lanescope
