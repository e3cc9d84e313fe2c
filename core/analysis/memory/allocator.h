// Is reserved memory wasted, and is the driver asked for memory while the program should run?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// What the caching allocator holds and nobody uses, at one time.
struct AllocatorWaste {
  Ns time_ns = 0;
  std::int64_t allocated = 0, reserved = 0;
  EventId event = EventId::None;  // the [memory] record

  [[nodiscard]] double ratio() const {
    return 1.0 - static_cast<double>(allocated) / static_cast<double>(reserved);
  }
};

/// Blocks of one operator and size that hardly live.
struct AllocatorChurn {
  StringId op = StringId::Empty;  // Empty: outside of operators
  std::int64_t bytes = 0;         // of each
  std::uint64_t pairs = 0;        // allocated and soon freed
  EventId first = EventId::None;  // the record of the first
};
inline constexpr std::size_t kMostChurnRows = 100;

struct AllocatorDevice {
  std::int64_t device_type = 0;  // c10::DeviceType
  std::int64_t device_id = -1;
  // The first highest points in the window; nullopt where the records have no totals.
  std::optional<AllocatorWaste> at_allocated_peak, at_reserved_peak;
  bool has_addresses = false;         // else it is not known how long blocks live
  std::uint64_t churn_pairs = 0;      // all of them
  std::vector<AllocatorChurn> churn;  // by pairs; kMostChurnRows at most
};

/// Calls of one name by one operator.
struct AllocatorCall {
  StringId call = StringId::Empty;  // "cudaMalloc"
  StringId op = StringId::Empty;    // Empty: outside of operators
  EventId source = EventId::None;   // the Python frame that the longest one was called from
  EventId longest = EventId::None;
  std::uint64_t count = 0;
  Ns total_ns = 0, max_ns = 0;
};

/// Several blocks are given back to the driver and one is asked for, in one operator: memory was
/// short, and the allocator emptied its cache.
struct CacheFlush {
  EventId op = EventId::None;
  EventId first_free = EventId::None, malloc = EventId::None;
  std::uint64_t frees = 0;
  Ns time_ns = 0;
};

struct AllocatorTable {
  std::vector<AllocatorDevice> devices;  // of GPUs, by type, then number
  bool has_calls = false;                // the trace has calls of the runtime
  // Calls that hold the thread, in the window and after the warm-up steps:
  std::vector<AllocatorCall> calls;  // by total time
  std::uint64_t count = 0;
  Ns total_ns = 0;
  std::vector<CacheFlush> flushes;  // by time
  Ns gpu_idle_ns = 0;               // of all GPUs, because of such calls, in the whole window
  // And others:
  std::uint64_t warm_up_count = 0;  // in the window, before
  Ns warm_up_ns = 0;
  std::uint64_t stream_ordered_count = 0;  // cudaMallocAsync and the like
  std::size_t steps = 0;                   // of the window, after warm-up
};

/// Pure; complete snapshots only. Cost: a pass over the host threads, find_allocations,
/// count_warm_up_steps, and analyse_idle where there are such calls.
AllocatorTable analyse_allocator(const AnalysisResults& in);

}  // namespace lanescope
