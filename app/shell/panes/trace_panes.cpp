#include "app/shell/panes/trace_panes.h"

#include <algorithm>

#include "app/panes/pane/output.h"

namespace lanescope {

TracePanes::TracePanes(const OpenTrace& trace)
    : details(trace.view), bottom(make_bottom_panes(trace.view)) {
  if (trace.output) bottom.insert(bottom.begin() + 1, make_output_pane(trace.output));
}

bool offers_tab(const OpenTrace& trace, std::size_t tab) {
  return trace.panes == nullptr || trace.panes->bottom[tab]->applies(trace.view);
}

std::span<const std::string_view> offered_titles(const OpenTrace& trace) {
  if (trace.panes == nullptr) return trace.tab_titles;
  std::vector<std::string_view>& titles = trace.panes->titles;
  titles.clear();
  const auto add = [&](std::size_t tab) {
    const std::string_view title = trace.tab_titles[tab];
    const bool known = std::ranges::find(titles, title) != titles.end();
    if (!known && offers_tab(trace, tab)) titles.push_back(title);
  };
  // In the order in which they were drawn, if they were.
  for (const std::size_t tab : trace.panes->offered) add(tab);
  for (std::size_t tab = 0; tab < trace.tab_titles.size(); ++tab) add(tab);
  return titles;
}

void leave_useless_tab(OpenTrace& trace) {
  for (std::size_t tab = 0; !offers_tab(trace, trace.tab) && tab < trace.tab_titles.size(); ++tab) {
    if (offers_tab(trace, tab)) trace.tab = tab;
  }
}

std::shared_ptr<TracePanes> make_trace_panes(OpenTrace& trace) {
  auto panes = std::make_shared<TracePanes>(trace);
  trace.tab_titles.clear();
  for (const auto& pane : panes->bottom) trace.tab_titles.push_back(pane->title());
  return panes;
}

}  // namespace lanescope
