// Tabs that would have nothing to show of a trace, because it lacks what they are about.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace lanescope {

struct Snapshot;
class Insights;

/// Whether the tab of that title has nothing to show of the trace in any range. False for tabs
/// that it does not know, and while the trace is loaded, unless it is known already. Cost: for
/// Modules, a pass over the host events at most; for others, one over the distinct texts. So not
/// for the UI thread: that asks for EmptyTabs.
bool is_empty_tab(std::string_view title, const Snapshot& trace);

/// The titles of all of them.
struct EmptyTabs {
  std::vector<std::string_view> titles;
  [[nodiscard]] bool has(std::string_view title) const;
};

/// Of the trace that is followed, looked for in the background: null until it is known, and
/// while the trace is loaded. UI thread. Cost: a lookup.
std::shared_ptr<const EmptyTabs> known_empty_tabs(Insights& insights);

}  // namespace lanescope
