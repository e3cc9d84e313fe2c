// What fills memory, when the peak is, and which operators allocate.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/memory/categories.h"
#include "core/analysis/ops/allocations.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// The counter under which the reader stores a memory timeline; its series are the categories.
inline constexpr std::string_view kMemoryTimelineCounter = "Memory bytes";

struct TimelineCategory {
  StringId name = StringId::Empty;  // as in PyTorch: "Activation"
  std::int64_t at_peak = 0;         // bytes at the peak of the total
  std::int64_t peak = 0;            // its own peak
  Ns peak_at_ns = 0;                // when it was first reached
};

struct TimelinePeak {
  std::uint64_t points = 0;                  // times in the window at which something changed
  std::int64_t peak = 0;                     // bytes over all categories
  Ns peak_at_ns = 0;                         // when it was first reached
  std::vector<TimelineCategory> categories;  // by at_peak, descending, then by name
};

/// nullopt if the trace has no such counter, or no point in the window. Pure. Cost: a sort of the
/// samples.
std::optional<TimelinePeak> find_timeline_peak(const Snapshot& snapshot,
                                               const AnalysisWindow& window);

/// All allocations by operators with one name.
struct OpMemory {
  StringId op = StringId::Empty;  // Empty: outside operators
  std::uint64_t allocations = 0;
  std::int64_t bytes = 0;    // total allocated, including freed blocks
  std::int64_t largest = 0;  // the largest single allocation
  std::uint64_t live_at_peak = 0;
  std::int64_t bytes_at_peak = 0;  // of the blocks live at the device's peak
};

/// A period above the limit, identified by its highest point.
struct MemorySpike {
  Ns time_ns = 0;
  std::int64_t allocated = 0;
  EventId event = EventId::None;  // the record that reached the maximum
  EventId op = EventId::None;     // the operator of that record
};

struct MemoryDevice {
  std::int64_t device_type = 0;  // c10::DeviceType
  std::int64_t device_id = -1;
  bool has_totals = false;     // false: `allocated` is counted from the start of the trace
  bool has_addresses = false;  // false: live blocks are unknown
  // For the records in the window:
  std::uint64_t records = 0, allocations = 0, frees = 0;
  std::int64_t allocated_bytes = 0, freed_bytes = 0;  // both non-negative
  /// Of those allocations, the ones that stand for blocks from before a snapshot's history.
  std::uint64_t before_history_allocations = 0;
  std::int64_t before_history_allocated_bytes = 0;
  // For the entire trace:
  std::uint64_t pairs = 0, unmatched_frees = 0, open_at_end = 0;
  std::int64_t unmatched_freed_bytes = 0, open_at_end_bytes = 0;  // both non-negative
  std::int64_t before_bytes = 0;
  std::int64_t before_history_bytes = 0;  // of blocks; see AllocationList
  [[nodiscard]] std::int64_t all_before_bytes() const {
    return saturating_add(before_bytes, before_history_bytes);
  }
  // The highest total in the window, the first if there are several; nullopt if the window has no
  // record.
  std::optional<Ns> peak_at_ns;
  std::uint32_t peak_record = 0;  // into the MemoryTrack
  std::int64_t peak_allocated = 0, reserved_at_peak = 0, peak_reserved = 0;
  std::int64_t other_at_peak = 0;   // allocated before the trace
  CategoryBytes peak_categories{};  // estimated; each category's own peak
  std::vector<OpMemory> ops;        // by bytes, then name
  /// Periods above Thresholds::memory_spike times the median of the peaks of the steps; nullopt
  /// with fewer than two steps.
  std::optional<std::vector<MemorySpike>> spikes;
};

struct MemoryTable {
  std::vector<MemoryDevice> devices;     // by type, then number
  std::optional<TimelinePeak> timeline;  // for a memory timeline, which has no individual blocks
};

/// Pure; complete snapshots only. Cost: find_allocations, and a pass over the records.
MemoryTable analyse_memory(const AnalysisResults& in);

}  // namespace lanescope
