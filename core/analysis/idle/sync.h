// Which calls made the CPU wait for the GPU, and what GPU time was lost because of it?
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

enum class SyncKind : std::uint8_t {
  Wait,          // cudaStreamSynchronize and its kin
  PageableCopy,  // an asynchronous copy to or from pageable memory, which holds the thread
  Allocation,    // cudaMalloc, cudaFree: wait for the whole device
};
/// "wait", "pageable_copy", "allocation": as in the text face.
std::string_view sync_kind_name(SyncKind kind);

struct SyncCost {
  Ns wait_ns = 0;     // how long the call took
  Ns useful_ns = 0;   // the GPU worked meanwhile
  Ns exposed_ns = 0;  // it did not
  Ns drained_ns = 0;  // gaps that began because the call had emptied the queue
  /// What fixing it returns: at least the launch latency and the runtime calls in those gaps, at
  /// most what was exposed and those gaps without their data loading.
  Ns lost_lower_ns = 0, lost_upper_ns = 0;

  void add(const SyncCost& other);
};

struct SyncCall {
  EventId event = EventId::None;
  SyncKind kind = SyncKind::Wait;
  TimeRange range;
  /// The GPU event that ended last before the call came back, on the stream that it waited for when
  /// the trace tells, else on the device. None when there is none.
  EventId waited_for = EventId::None;
  SyncCost cost;
};

/// Calls of one name from one operator and source line.
struct SyncSite {
  SyncKind kind = SyncKind::Wait;
  StringId call = StringId::Empty;
  StringId op = StringId::Empty;          // the innermost operator around it
  StringId implied_by = StringId::Empty;  // the outermost one that is known to wait: aten::item …
  StringId source = StringId::Empty;      // the Python frame of the user's code around it
  EventId longest = EventId::None;
  std::uint64_t count = 0;
  std::uint64_t drained = 0;  // gaps
  Ns max_ns = 0;
  SyncCost cost;
};

/// A loop that asks again and again whether an event is over.
struct PollingSite {
  StringId call = StringId::Empty;
  StringId op = StringId::Empty;
  StringId source = StringId::Empty;
  EventId longest = EventId::None;  // the first call of the longest loop
  std::uint64_t loops = 0, calls = 0;
  Ns total_ns = 0;  // from the first call of each to its last
  Ns max_ns = 0;
};

struct SyncStalls {
  std::vector<SyncCall> calls;       // by start; no calls inside another of these
  std::vector<SyncSite> sites;       // by lost_upper_ns, then wait_ns, both falling
  std::vector<PollingSite> polling;  // by total, falling
  SyncCost total;
  EventId profiler_stop = EventId::None;  // left out: the profiler's own wait at its end
  std::uint64_t steps = 0;                // in the window
  bool has_host_calls = false;
  bool has_gpu_events = false;
  bool has_python = false;
};

/// Pure; complete snapshots only. Cost: that of analyse_idle, a pass over the host calls, and a
/// look-up for each that blocks.
SyncStalls analyse_sync(const AnalysisResults& in);

}  // namespace lanescope
