// The tabs at the bottom of what is in front: of a trace or of the ranks of a run.
#pragma once

#include <string_view>
#include <vector>

#include "app/shell/layout/layout.h"
#include "app/workspace/workspace.h"

namespace lanescope {

/// Empty where there are none.
std::vector<std::string_view> tab_titles(const Workspace& workspace);
std::string_view shown_tab(const Workspace& workspace);
/// Shows the tab with that title (case ignored), and unfolds the bottom; false when there is none.
bool show_tab(const Workspace& workspace, PaneSizes& sizes, std::string_view title);
/// Shows it, and gives its rows the arrow keys.
void go_to_tab(const Workspace& workspace, PaneSizes& sizes, std::string_view title);
/// The next tab (1) or the one before (-1), round at the ends.
void step_tab(const Workspace& workspace, PaneSizes& sizes, int by);

}  // namespace lanescope
