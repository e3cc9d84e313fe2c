// Of a memory timeline (torch.profiler's export_memory_timeline): when is the peak, and which
// categories make it?
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The counter that such a file is shown as: its series are the categories.
inline constexpr std::string_view kMemoryTimelineCounter = "Memory bytes";

struct TimelineCategory {
  StringId name = StringId::Empty;  // "Activation", as PyTorch has them
  std::int64_t at_peak = 0;         // bytes when all together were the most
  std::int64_t peak = 0;            // its own most
  Ns peak_at_ns = 0;                // the first time of that
};

struct TimelinePeak {
  std::uint64_t points = 0;                  // of the window: times at which something changed
  std::int64_t peak = 0;                     // bytes of all categories together
  Ns peak_at_ns = 0;                         // the first time of that
  std::vector<TimelineCategory> categories;  // by at_peak, falling, then by name
};

/// nullopt when the trace has no such counter, or no point in the window. Pure. Cost: a sort of the
/// samples.
std::optional<TimelinePeak> find_timeline_peak(const Snapshot& snapshot,
                                               const AnalysisWindow& window);

}  // namespace lanescope
