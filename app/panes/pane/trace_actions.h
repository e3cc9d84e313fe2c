// Commands for keys and menus, on a trace in view. Each does nothing if it does not apply.
#pragma once

#include "app/panes/pane/trace_view.h"
#include "core/view/navigation/navigation.h"

namespace lanescope {

void zoom_by(TraceView& view, double factor);
void show_whole_trace(TraceView& view);
/// Zooms to the selected range, else to the selected events.
void zoom_to_selection(TraceView& view);
/// Centers the selection; if it is centered already, fits it into the view. If the selection is one
/// of several slices drawn as one block, first fits that block.
void focus_selection(TraceView& view);
void zoom_to_event(TraceView& view, EventId event);
/// Glides to a range that is not whole in view, or takes too little of it to be noticed, and shows
/// what is around it.
void bring_into_view(TraceView& view, TimeRange range);
/// Selects an event that a link names, and brings it into view.
void go_to_named(TraceView& view, EventId event);
/// The same for a gap in its lane, of which a result may have only the part in its window.
void go_to_whole_gap(TraceView& view, const GapRef& part);
void view_back(TraceView& view);
void view_forward(TraceView& view);

void go_to_neighbour(TraceView& view, Direction direction);
/// Of a selected idle gap: to one with the same cause.
void go_to_same_name(TraceView& view, Direction direction);
void go_along_flow(TraceView& view);
void go_against_flow(TraceView& view);
/// Up the call chain of the selected event, from the kernel to Python; and down again the same way.
void go_up(TraceView& view);
void go_down(TraceView& view);
/// Requests that the window open the line of Python that led to the selected event.
void open_source(TraceView& view);

/// The lane under the mouse, else the lane of the selected event.
std::optional<LaneRef> current_lane(const TraceView& view);
void toggle_pin(TraceView& view);
void hide_lane(TraceView& view);
void undo_hide(TraceView& view);

/// Shows the critical path; the second one also draws everything else faintly.
void toggle_path(TraceView& view);
void toggle_only_path(TraceView& view);

/// Undoes or redoes the last change of lanes, search, bookmarks or the selected range.
void undo(TraceView& view);
void redo(TraceView& view);
/// Sets what the panes analyze if no range is selected.
template <WindowKind kind>
void look_at(TraceView& view) {
  view.window = kind;
}

/// Goes to the next or previous match of the search.
/// If the matches of the search's text are not known yet, as soon as take_owed_steps() finds them.
void go_to_match(TraceView& view, Direction direction);
void take_owed_steps(TraceView& view);

}  // namespace lanescope
