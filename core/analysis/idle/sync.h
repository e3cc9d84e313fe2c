// Which calls made the CPU wait for the GPU, and how much GPU time was lost because of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class SyncKind : std::uint8_t {
  Wait,          // cudaStreamSynchronize and the like
  PageableCopy,  // an asynchronous copy to or from pageable memory, which blocks the thread
  Allocation,    // cudaMalloc, cudaFree: wait for all work of the device
};
/// "wait", "pageable_copy", "allocation": as in JSON.
std::string_view sync_kind_name(SyncKind kind);

struct SyncCost {
  Ns wait_ns = 0;     // duration of the call
  Ns useful_ns = 0;   // of that, while the GPU was busy
  Ns exposed_ns = 0;  // of that, while the GPU was idle
  Ns drained_ns = 0;  // gaps that began because the call drained the queue
  /// The potential gain: at least the launch latency and runtime calls in those gaps, at most those
  /// gaps without data loading, and the exposed time outside of gaps that have another cause: they
  /// end with work launched before the call returned, or another call drained the queue. Neither
  /// start-up, see StartUp, nor the time after a device's last work counts.
  Ns lost_lower_ns = 0, lost_upper_ns = 0;
  Ns lost_inside_ns = 0;  // of the upper bound, during the call

  void add(const SyncCost& other);
};

struct SyncCall {
  EventId event = EventId::None;
  SyncKind kind = SyncKind::Wait;
  TimeRange range;
  /// The last GPU event to end before the call returned, on the stream that it waited for if known,
  /// else on the device. None if there is none.
  EventId waited_for = EventId::None;
  SyncCost cost;
};

/// A call, and its SyncCost::lost_upper_ns.
struct SyncLoss {
  EventId event = EventId::None;
  Ns lost_ns = 0;
};

/// Calls of the same function and kind from one operator and Python frame.
struct SyncSite {
  SyncKind kind = SyncKind::Wait;
  StringId call = StringId::Empty;
  StringId op = StringId::Empty;  // the innermost operator around the call
  /// The outermost operator that is known to synchronize: aten::item …
  StringId implied_by = StringId::Empty;
  StringId source = StringId::Empty;  // the Python frame of user code around it
  EventId longest = EventId::None;
  /// Its calls with the largest losses, descending; at most kMostCostlyCalls. None if no call lost
  /// anything.
  std::vector<SyncLoss> costliest;
  std::uint64_t count = 0;
  std::uint64_t drained = 0;  // gaps
  Ns max_ns = 0;
  SyncCost cost;
};

inline constexpr std::size_t kMostCostlyCalls = 100;

/// Polling loops of one function from one operator and Python frame; see PollingLoop.
struct PollingSite {
  StringId call = StringId::Empty;
  StringId op = StringId::Empty;
  StringId source = StringId::Empty;
  EventId longest = EventId::None;  // the first call of the longest loop
  std::uint64_t loops = 0, calls = 0;
  Ns total_ns = 0;  // from the start of each loop's first call to the end of its last
  Ns max_ns = 0;
};

struct SyncStalls {
  std::vector<SyncCall> calls;       // by start; without nested calls
  std::vector<SyncSite> sites;       // by lost_upper_ns, then wait_ns, both descending
  std::vector<PollingSite> polling;  // by total, descending
  SyncCost total;
  /// Excluded: the profiler's own synchronization when it stops.
  EventId profiler_stop = EventId::None;
  std::uint64_t steps = 0;  // that start in the window
  bool has_host_calls = false;
  bool has_gpu_events = false;
  bool has_python = false;
};

/// Pure; complete snapshots only. Cost: that of analyse_idle, a pass over the host calls, and a
/// lookup for each that blocks.
SyncStalls analyse_sync(const AnalysisResults& in);

}  // namespace lanescope
