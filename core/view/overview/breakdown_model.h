// Where the time of each GPU goes, as bars whose parts fill them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/idle/idle.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/results/insights.h"

namespace lanescope {

/// The parts of a bar in their order, from the left.
struct BreakdownPart {
  std::string title;              // "exposed communication"
  std::string_view meaning;       // a sentence
  std::optional<ColorRole> role;  // nullopt: no role's colour
  std::uint8_t shade = 0;         // of the role
  bool idle = false;              // nothing runs
  Ns ns = 0;
  double share = 0;  // of the bar
  std::string length_text, share_text;
};

struct BreakdownBar {
  std::int64_t device = -1;
  std::string title;  // "GPU 0 H200"
  std::string facts;  // "busy 61 % of 141.9 ms, paused for 20.00 ms"
  Ns span_ns = 0;     // without pauses of the recording
  /// None empty; they add up to the span. Idle ones behind the others, of both the largest first.
  std::vector<BreakdownPart> parts;
};

struct Breakdown {
  std::vector<BreakdownBar> bars;  // by device
  BreakdownBar all;                // of all devices together
  std::string missing;             // when there is no bar: why
};

/// Bars of the devices in `time`; where `idle` is of the same window, idle time is split by cause.
/// Cost: O(tracks + devices).
Breakdown build_breakdown(const Snapshot& snapshot, const GpuTime& time, const IdleTime& idle);

/// The same as an insight.
Breakdown breakdown_insight(const AnalysisResults& in);

}  // namespace lanescope
