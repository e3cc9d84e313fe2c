// What keys and menus do to a trace in view. Each does nothing where it makes no sense.
#pragma once

#include "app/panes/pane/trace_view.h"
#include "core/view/navigation/navigation.h"

namespace lanescope {

void zoom_by(TraceView& view, double factor);
void show_whole_trace(TraceView& view);
/// The selected range, else the selected events.
void zoom_to_selection(TraceView& view);
/// Brings the selection to the middle; when it is there already, fits it into the view.
void focus_selection(TraceView& view);
void zoom_to_event(TraceView& view, EventId event);
void view_back(TraceView& view);
void view_forward(TraceView& view);

void go_to_neighbour(TraceView& view, Direction direction);
void go_to_same_name(TraceView& view, Direction direction);
void go_along_flow(TraceView& view);
void go_against_flow(TraceView& view);
/// Up the chain that led to the selected event, kernel to Python; and down the same way again.
void go_up(TraceView& view);
void go_down(TraceView& view);
/// Asks the window to open the line of Python that led to the selected event.
void open_source(TraceView& view);

/// The lane under the mouse, else the one of the selected event.
std::optional<LaneRef> current_lane(const TraceView& view);
void toggle_pin(TraceView& view);
void hide_lane(TraceView& view);
void undo_hide(TraceView& view);

/// The critical path, and the rest drawn faintly; that shows the path too.
void toggle_path(TraceView& view);
void toggle_only_path(TraceView& view);

/// The last change of lanes, search or bookmarks is taken back, or made again.
void undo(TraceView& view);
void redo(TraceView& view);
/// What the panes are about, unless a range is selected.
template <WindowKind kind>
void look_at(TraceView& view) {
  view.window = kind;
}

/// The next or previous match of the search.
void go_to_match(TraceView& view, Direction direction);

}  // namespace lanescope
