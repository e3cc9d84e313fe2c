// The row of controls above a flame graph.
#pragma once

#include <string_view>

#include "app/panes/pane/pane.h"
#include "core/view/flame/model.h"

namespace lanescope {

/// Menus that were requested.
struct FlameBarEvents {
  bool export_menu = false, thread_menu = false, when_menu = false;
};

/// Changes `query` according to the user's choices. `thread` and `when` are the names of the chosen
/// thread and time range.
FlameBarEvents draw_flame_bar(const Ui& ui, Rect row, const Snapshot& trace,
                              const FlameSources& sources, std::string_view thread,
                              std::string_view when, FlameQuery& query);

}  // namespace lanescope
