// Does memory grow with every step, and what keeps it?
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/ops/allocations.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Blocks of one operator and size, of which about every step leaves some behind.
struct LeakSuspect {
  StringId op = StringId::Empty;  // Empty: outside of operators
  std::int64_t bytes = 0;         // of each
  std::uint64_t survivors = 0;    // alive two ends of steps after the step they were born in
  std::size_t steps = 0;          // that left one or more
  EventId event = EventId::None;  // the record of the first
};

struct LeakDevice {
  std::int64_t device_type = 0;
  std::int64_t device_id = -1;
  std::vector<std::int64_t> step_end_bytes;  // allocated when each step ended, without warm-up
  /// By the median of the slopes between any two steps; 0 with fewer than two.
  double bytes_per_step = 0;
  bool grows = false;                 // never falls, and clearly rises
  std::vector<LeakSuspect> suspects;  // by survivors times bytes
};

struct LeakTable {
  std::vector<LeakDevice> devices;  // by type, then number
  std::size_t steps = 0;            // looked at
};

/// Steps that start in the window and are no warm-up. Pure; complete snapshots only. Cost:
/// find_allocations, count_warm_up_steps, and the steps squared.
LeakTable analyse_leaks(const Snapshot& snapshot, const AnalysisWindow& window);

}  // namespace lanescope
