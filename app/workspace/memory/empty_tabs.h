// Tabs that would have nothing to show of a trace, because it lacks what they are about.
#pragma once

#include <string_view>

namespace lanescope {

struct Snapshot;

/// Whether the tab of that title has nothing to show of the trace in any range. False for tabs
/// that it does not know, and while the trace is loaded, unless it is known already. Cost: for
/// Modules, a pass over the host events at most; for others, one over the distinct texts.
bool is_empty_tab(std::string_view title, const Snapshot& trace);

}  // namespace lanescope
