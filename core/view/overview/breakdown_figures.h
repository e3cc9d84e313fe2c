// A run's key figures, each with its definition and where to look further.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/memory/memory.h"
#include "core/analysis/steps/steps.h"
#include "core/view/events/event_ref.h"
#include "core/view/results/insights.h"

namespace lanescope {

struct KeyFigure {
  std::string_view title;          // "GPU busy"
  std::string value;               // "61 %"
  std::string note;                // an additional line; may be empty
  std::string_view meaning;        // how it is defined
  std::string_view tab;            // the tab to open for more; empty: none
  EventId event = EventId::None;   // or the event to select
  std::optional<GapRef> gap = {};  // or the idle gap

  [[nodiscard]] bool leads_to_lanes() const { return event != EventId::None || gap; }
};

using KeyFigures = std::vector<KeyFigure>;
/// Said if there are none.
inline constexpr std::string_view kNoKeyFigures = "No key figures: no steps and no GPU work";

/// The results that the figures are taken from.
struct FigureSources {
  const GpuTime& gpu_time;
  const StepTable& steps;
  const KernelTable& kernels;
  const MemoryTable& memory;
  const IdleTime& idle;
  const LaunchTable& launches;
  std::uint64_t early_kernels = 0;  // of early_work()
};

/// Only those that the trace has data for.
KeyFigures build_key_figures(const Snapshot& snapshot, const FigureSources& sources);

/// The same as an insight.
KeyFigures key_figures_insight(const AnalysisResults& in);

}  // namespace lanescope
