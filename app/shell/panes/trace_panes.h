// The panes that show an open trace.
#pragma once

#include <memory>
#include <vector>

#include "app/panes/details/details.h"
#include "app/panes/pane/pane.h"
#include "app/panes/timeline/timeline.h"
#include "app/widgets/tabs.h"
#include "app/workspace/traces/open_trace.h"

namespace lanescope {

struct TracePanes {
  explicit TracePanes(const OpenTrace& trace);

  Timeline timeline;
  DetailsPane details;
  std::vector<std::unique_ptr<Pane>> bottom;  // in the order of their tabs
  std::vector<Tab> tabs;                      // as drawn last; kept to avoid allocations per frame
};

/// Also sets the trace's tab titles.
std::shared_ptr<TracePanes> make_trace_panes(OpenTrace& trace);

/// The pane of the current tab.
inline Pane& open_pane(const OpenTrace& trace) {
  return *trace.panes->bottom[trace.tab];
}

}  // namespace lanescope
