// What is worth a look in a trace before anything is selected: extremes, each as one line with its
// figure and what to select for it. Findings are not among them, because they take longer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/analysis/host_time/host_time.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/memory/memory.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/steps/steps.h"
#include "core/view/events/event_ref.h"
#include "core/view/results/insights.h"

namespace lanescope {

/// A device whose memory is at its peak.
struct PeakRef {
  std::int64_t device_type = 0;  // c10::DeviceType
  std::int64_t device_id = -1;
  friend bool operator==(const PeakRef&, const PeakRef&) = default;
};
/// A moment that no event marks.
struct MomentRef {
  Ns time_ns = 0;
};

struct Highlight {
  std::string_view title;  // "Slowest step"; unique
  std::string name;        // which one: "ProfilerStep#7"; may be empty
  std::string figure;      // "34.10 ms"
  std::string meaning;     // one sentence about the figure
  std::variant<EventId, GapRef, PeakRef, MomentRef> target;
};
/// In the order in which they are shown.
using Highlights = std::vector<Highlight>;

/// The results that they are taken from.
struct HighlightSources {
  const IdleTime& idle;
  const StepTable& steps;
  const KernelTable& kernels;
  const MemoryTable& memory;
  const OpTable* ops = nullptr;         // used only if there are no kernels
  const HostTime* host_time = nullptr;  // null if no threads were sampled
};

/// Only those that the trace has data for. Cost: without kernels, a pass over the host's slices;
/// otherwise lookups.
Highlights build_highlights(const Snapshot& snapshot, const HighlightSources& sources);

/// The same as an insight.
Highlights highlights_insight(const AnalysisResults& in);

}  // namespace lanescope
