// Where the time of each GPU goes, as bars divided into parts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/steps/steps.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"
#include "core/view/events/event_ref.h"
#include "core/view/results/insights.h"

namespace lanescope {

/// A part of a bar; parts are ordered from the left.
struct BreakdownPart {
  std::string title;                    // "exposed communication"
  std::string_view meaning;             // one sentence
  std::optional<ColorRole> role;        // nullopt: no role's color
  bool idle = false;                    // nothing runs
  std::optional<IdleClass> cause = {};  // of idle time, if it is split by cause
  std::optional<GapRef> gap = {};       // the one that the cause has the most time in
  Ns ns = 0;
  double share = 0;  // of the bar
  std::string length_text, share_text;
};

struct BreakdownBar {
  std::int64_t device = -1;
  std::string title;  // "GPU 0 H200"
  std::string facts;  // "busy 61 % of 141.9 ms, paused for 20.00 ms"
  Ns span_ns = 0;     // without recording pauses
  /// None is empty; they add up to the span. Busy parts come first, then idle ones, each by their
  /// total over all devices, so the order is the same in every bar.
  std::vector<BreakdownPart> parts;
};

struct Breakdown {
  std::vector<BreakdownBar> bars;  // by device
  BreakdownBar all;                // over all devices
  std::string missing;             // why there is no bar, if there is none
};

/// Bars for the devices in `time`. If `idle` covers the same window, idle time is split by cause.
/// Cost: O(tracks * devices).
Breakdown build_breakdown(const Snapshot& snapshot, const GpuTime& time, const IdleTime& idle);

/// The same as an insight. Without GPU work, the bar of the main thread, if it was sampled.
Breakdown breakdown_insight(const AnalysisResults& in);

// The steps as columns: the height is the step's duration, the parts are what the time was spent
// on.

struct StepColumn {
  EventId event = EventId::None;  // of the step
  TimeRange range;
  std::string name;   // "ProfilerStep#7"
  std::string label;  // of no other step: "7", or "7 (2)"; the name if it is not a ProfilerStep
  bool warm_up = false, paused = false, lossy = false, outlier = false;
  bool whole = true;          // see StepRow
  std::optional<Ns> host_ns;  // if the step ends with its GPU work, see host_length_ns
  std::size_t steps = 1;      // how many steps share this column; the longest is shown
  std::array<Ns, kStepClasses> classes_ns{};
};

struct StepColumns {
  std::vector<StepColumn> columns;    // by time
  std::optional<Ns> median_ns;        // of the steady-state steps, see StepTable::is_steady
  Ns top_ns = 1;                      // the height of the chart; longer steps are cut off
  std::array<Ns, kStepClasses> sums;  // over the steady-state steps, or over all if there are none
};

/// At most `most` columns; of adjacent steps that share one, the longest is shown. The chart is
/// high enough for all steps except those several times the median.
StepColumns step_columns(const Snapshot& snapshot, const StepTable& steps, std::size_t most);

/// The facts about a column: labels and values, the classes in their order.
std::vector<std::pair<std::string, std::string>> step_facts(const StepColumn& column,
                                                            std::optional<Ns> median_ns);

}  // namespace lanescope
