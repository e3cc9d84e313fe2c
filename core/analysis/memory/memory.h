// What fills memory, when is the peak, and which operators allocate?
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/memory/categories.h"
#include "core/analysis/memory/timeline_peak.h"
#include "core/analysis/ops/allocations.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// All allocations of the operators of one name.
struct OpMemory {
  StringId op = StringId::Empty;  // Empty: outside of operators
  std::uint64_t allocations = 0;
  std::int64_t bytes = 0;    // of them all, whatever was freed again
  std::int64_t largest = 0;  // of one of them
  std::uint64_t live_at_peak = 0;
  std::int64_t bytes_at_peak = 0;  // of those alive at the device's peak
};

/// A stretch above the limit, by its highest point.
struct MemorySpike {
  Ns time_ns = 0;
  std::int64_t allocated = 0;
  EventId event = EventId::None;  // the record that reached it
  EventId op = EventId::None;     // and its operator
};

struct MemoryDevice {
  std::int64_t device_type = 0;  // c10::DeviceType
  std::int64_t device_id = -1;
  bool has_totals = false;     // else `allocated` is counted from the trace's start
  bool has_addresses = false;  // else it is not known what is alive
  // Of the window's records:
  std::uint64_t records = 0, allocations = 0, frees = 0;
  std::int64_t allocated_bytes = 0, freed_bytes = 0;  // both not negative
  // Of the whole trace:
  std::uint64_t pairs = 0, unmatched_frees = 0, open_at_end = 0;
  std::int64_t unmatched_freed_bytes = 0, open_at_end_bytes = 0;  // both not negative
  std::int64_t before_bytes = 0;
  // The highest total in the window, the first if several; nullopt where the window has no record.
  std::optional<Ns> peak_at_ns;
  std::uint32_t peak_record = 0;  // into the MemoryTrack
  std::int64_t peak_allocated = 0, reserved_at_peak = 0, peak_reserved = 0;
  std::int64_t other_at_peak = 0;   // from before the trace
  CategoryBytes peak_categories{};  // estimated: highest by category, each at a time of its own
  std::vector<OpMemory> ops;        // by bytes, then name
  /// Above the threshold memory_spike times the median of the steps' peaks; nullopt with fewer than
  /// two steps.
  std::optional<std::vector<MemorySpike>> spikes;
};

struct MemoryTable {
  std::vector<MemoryDevice> devices;  // by type, then number
  std::optional<TimelinePeak>
      timeline;  // of a memory timeline, which says nothing of single blocks
};

/// Pure; complete snapshots only. Cost: find_allocations, and a pass over the records.
MemoryTable analyse_memory(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
