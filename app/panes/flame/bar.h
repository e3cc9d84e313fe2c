// The row of choices above a flame graph.
#pragma once

#include <string_view>

#include "app/panes/pane/pane.h"
#include "core/view/flame/model.h"

namespace lanescope {

/// What was asked for beside the choices themselves.
struct FlameBarEvents {
  bool export_menu = false, thread_menu = false, when_menu = false;
};

/// Changes `query` as the user does. `thread` and `when` are what the chosen thread and stretch of
/// time are called.
FlameBarEvents draw_flame_bar(const Ui& ui, Rect row, const Snapshot& trace,
                              const FlameSources& sources, std::string_view thread,
                              std::string_view when, FlameQuery& query);

}  // namespace lanescope
