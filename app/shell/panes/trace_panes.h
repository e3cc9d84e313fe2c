// The panes that show an open trace.
#pragma once

#include <memory>
#include <span>
#include <string_view>
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
  std::vector<std::size_t> offered;           // of each of these, the number in `bottom`
  std::vector<std::string_view> titles;       // as returned last by offered_titles()
};

/// Also sets the trace's tab titles.
std::shared_ptr<TracePanes> make_trace_panes(OpenTrace& trace);

/// Whether the tab of this number can show something for the trace.
bool offers_tab(const OpenTrace& trace, std::size_t tab);
/// The titles of those that can, in their order; valid until the next call. Allocates only at
/// first.
std::span<const std::string_view> offered_titles(const OpenTrace& trace);
/// Opens the first tab that can, if the current one cannot.
void leave_useless_tab(OpenTrace& trace);

/// The pane of the current tab.
inline Pane& open_pane(const OpenTrace& trace) {
  return *trace.panes->bottom[trace.tab];
}

}  // namespace lanescope
