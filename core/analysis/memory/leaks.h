// Whether memory grows with every step, and which operators' blocks remain; in a memory snapshot,
// which lines keep blocks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/analysis/memory/growing_lines.h"
#include "core/analysis/ops/allocations.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

/// Blocks of one operator and size of which most steps leave some behind.
struct LeakSuspect {
  StringId op = StringId::Empty;  // Empty: outside operators
  std::int64_t bytes = 0;         // of each
  std::uint64_t survivors = 0;    // still live Thresholds::leak_age steps later
  std::size_t steps = 0;          // steps that left one or more
  EventId event = EventId::None;  // the record of the first
};

struct LeakDevice {
  std::int64_t device_type = 0;
  std::int64_t device_id = -1;
  std::vector<std::int64_t> step_end_bytes;  // allocated at the end of each step after warm-up
  /// The median of the slopes between any two steps (Theil–Sen); 0 with fewer than two.
  double bytes_per_step = 0;
  bool grows = false;                 // never falls, and rises by more than the thresholds
  std::vector<LeakSuspect> suspects;  // by survivors times bytes
  std::vector<GrowingLine> lines;     // of a memory snapshot, which has no steps
};

struct LeakTable {
  std::vector<LeakDevice> devices;  // by type, then number
  std::size_t steps = 0;            // that were considered
};

/// Considers the steps after warm-up that start in the window. Pure; complete snapshots only. Cost:
/// find_allocations, count_warm_up_steps, and the square of the number of steps, up to about 1000;
/// for a memory snapshot that of find_growing_lines, over its whole history.
LeakTable analyse_leaks(const AnalysisResults& in);

}  // namespace lanescope
