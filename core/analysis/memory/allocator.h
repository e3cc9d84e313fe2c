// Whether reserved memory is wasted, and whether the program allocates from the driver after
// warm-up.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// Memory that the caching allocator holds but that is unused, at one time.
struct AllocatorWaste {
  Ns time_ns = 0;
  std::int64_t allocated = 0, reserved = 0;
  EventId event = EventId::None;  // the [memory] record

  [[nodiscard]] double ratio() const {
    return 1.0 - static_cast<double>(allocated) / static_cast<double>(reserved);
  }
};

/// Short-lived blocks of one operator and size.
struct AllocatorChurn {
  StringId op = StringId::Empty;  // Empty: outside operators
  std::int64_t bytes = 0;         // of each
  std::uint64_t pairs = 0;        // allocations that are soon freed
  EventId first = EventId::None;  // the record of the first
};
inline constexpr std::size_t kMostChurnRows = 100;

struct AllocatorDevice {
  std::int64_t device_type = 0;  // c10::DeviceType
  std::int64_t device_id = -1;
  // The highest points in the window, the first if there are several; nullopt if the records have
  // no totals.
  std::optional<AllocatorWaste> at_allocated_peak, at_reserved_peak;
  bool has_addresses = false;         // false: the lifetimes of blocks are unknown
  std::uint64_t churn_pairs = 0;      // the total
  std::vector<AllocatorChurn> churn;  // by pairs; at most kMostChurnRows
};

/// Calls of one function by one operator.
struct AllocatorCall {
  StringId call = StringId::Empty;  // "cudaMalloc"
  StringId op = StringId::Empty;    // Empty: outside operators
  EventId source = EventId::None;   // the Python frame that made the longest call
  EventId longest = EventId::None;
  std::uint64_t count = 0;
  Ns total_ns = 0, max_ns = 0;
};

/// Several driver frees followed by an allocation in one operator: memory ran short, so the
/// allocator emptied its cache.
struct CacheFlush {
  EventId op = EventId::None;
  EventId first_free = EventId::None, malloc = EventId::None;
  std::uint64_t frees = 0;
  Ns time_ns = 0;
};

struct AllocatorTable {
  std::vector<AllocatorDevice> devices;  // GPUs, by type, then number
  bool has_calls = false;                // the trace has runtime calls
  // Calls that block the thread, in the window and after the warm-up steps:
  std::vector<AllocatorCall> calls;  // by total time
  std::uint64_t count = 0;
  Ns total_ns = 0;
  std::vector<CacheFlush> flushes;  // by time
  Ns gpu_idle_ns = 0;               // over all GPUs, due to such calls, in the entire window
  // Other calls:
  std::uint64_t warm_up_count = 0;  // in the window, during warm-up
  Ns warm_up_ns = 0;
  std::uint64_t stream_ordered_count = 0;  // cudaMallocAsync and the like
  std::size_t steps = 0;                   // in the window, after warm-up
};

/// Pure; complete snapshots only. Cost: a pass over the host threads, find_allocations,
/// count_warm_up_steps, and analyse_idle if there are such calls.
AllocatorTable analyse_allocator(const AnalysisResults& in);

}  // namespace lanescope
