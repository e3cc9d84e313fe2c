// The time of a program without GPU work, by samples of its threads: key figures, a bar of the main
// thread's time, and the functions with the most self time.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/host_time/host_time.h"
#include "core/store/thread_state.h"
#include "core/view/colors/role.h"
#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"
#include "core/view/overview/top_ops.h"

namespace lanescope {

struct HostOverview {
  KeyFigures figures;
  /// A few, the largest share of the time of all threads that run Python first, but for helpers
  /// that only wait for others; functions in which these wait come last. The note is the line,
  /// "train.py:5", or empty.
  std::vector<TopCode> functions;
  [[nodiscard]] bool empty() const { return figures.empty(); }
};

/// The role's color of a part of the bar; each state has one of its own, but a wait for another
/// thread that of a lock, as on lanes.
ColorRole host_state_role(std::size_t state);

/// The bar of the thread that a program is judged by; without parts if nothing was sampled.
BreakdownBar host_bar(const Snapshot& snapshot, const HostTime& time);

/// Empty without samples.
HostOverview build_host_overview(const Snapshot& snapshot, const HostTime& time);

/// The same for Insights; empty for windows with GPU work too.
HostOverview host_overview_insight(const AnalysisResults& in);

}  // namespace lanescope
