// The row of choices above a flame graph.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/panes/pane.h"
#include "core/view/flame_model.h"

namespace lanescope {

/// One of a few, side by side on one ground; the chosen one is lit.
struct FlameSegment {
  std::string_view label;
  std::string_view why_not;  // why it can not be chosen; empty: it can
};
float flame_segments_width(const Ui& ui, std::span<const FlameSegment> segments);
/// The index that was clicked.
std::optional<std::size_t> draw_flame_segments(const Ui& ui, std::string_view name, Rect rect,
                                               std::span<const FlameSegment> segments,
                                               std::size_t chosen);

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
