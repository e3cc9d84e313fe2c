// The tabs at the bottom, of the trace or the ranks in front.
#pragma once

#include <span>
#include <string_view>

#include "app/shell/layout/layout.h"
#include "app/workspace/workspace.h"

namespace lanescope {

/// Empty if there are none; valid until the next call.
std::span<const std::string_view> tab_titles(const Workspace& workspace);
std::string_view shown_tab(const Workspace& workspace);
/// Shows the tab with that title (ignoring case) and unfolds the bottom; false if there is none.
bool show_tab(const Workspace& workspace, PaneSizes& sizes, std::string_view title);
/// Shows it, and gives its rows the arrow keys.
void go_to_tab(const Workspace& workspace, PaneSizes& sizes, std::string_view title);
/// The next tab (1) or the previous one (-1), wrapping around.
void step_tab(const Workspace& workspace, PaneSizes& sizes, int by);

}  // namespace lanescope
