// The time of a program without GPU work, by samples of its threads: key figures, a bar of the main
// thread's time, and the functions with the most self time.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/host_time/host_time.h"
#include "core/view/colors/role.h"
#include "core/view/overview/breakdown_figures.h"
#include "core/view/overview/breakdown_model.h"

namespace lanescope {

/// A row of the list of functions.
struct HostFunction {
  std::string name, line;  // shortened: "train.py(2): slow_item"; "train.py:5", may be empty
  std::string share_text;  // of the time of all sampled threads
  double share = 0;
  EventId event = EventId::None;  // to go to
};

struct HostOverview {
  KeyFigures figures;
  /// A few, the largest share first; those in which helper threads wait for others come last.
  std::vector<HostFunction> functions;
  [[nodiscard]] bool empty() const { return figures.empty(); }
};

/// The role's color of a part of the bar; each state has one of its own.
ColorRole host_state_role(std::size_t state);

/// The bar of the thread that a program is judged by; without parts if nothing was sampled.
BreakdownBar host_bar(const Snapshot& snapshot, const HostTime& time);

/// Empty without samples.
HostOverview build_host_overview(const Snapshot& snapshot, const HostTime& time);

/// The same for Insights; empty for windows with GPU work too.
HostOverview host_overview_insight(const AnalysisResults& in);

}  // namespace lanescope
