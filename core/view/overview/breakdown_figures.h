// The few numbers that say how a run does, each with its definition and a way to go on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/idle/idle.h"
#include "core/analysis/kernels/kernels.h"
#include "core/analysis/launch/launches.h"
#include "core/analysis/memory/memory.h"
#include "core/analysis/steps/steps.h"
#include "core/view/results/insights.h"

namespace lanescope {

struct KeyFigure {
  std::string_view title;         // "GPU busy"
  std::string value;              // "61 %"
  std::string note;               // one line more; may be empty
  std::string_view meaning;       // how it is defined
  std::string_view tab;           // where to go on; empty: nowhere
  EventId event = EventId::None;  // or what to select
};

using KeyFigures = std::vector<KeyFigure>;

/// The results that figures are taken from.
struct FigureSources {
  const GpuTime& gpu_time;
  const StepTable& steps;
  const KernelTable& kernels;
  const MemoryTable& memory;
  const IdleTime& idle;
  const LaunchTable& launches;
};

/// Only those that the trace can give.
KeyFigures build_key_figures(const Snapshot& snapshot, const FigureSources& sources);

/// The same as an insight.
KeyFigures key_figures_insight(const AnalysisResults& in);

}  // namespace lanescope
