// What keys and menus do to the bookmarks of a trace in view.
#pragma once

#include <cstddef>

#include "app/panes/pane/trace_view.h"

namespace lanescope {

/// Marks the selected range, else the selected events, else the time under the mouse, else the
/// middle of the view.
void set_mark(TraceView& view);
/// The same, and asks for a name and a note.
void set_note(TraceView& view);
/// Brings a mark into view and selects its range.
void go_to_mark(TraceView& view, std::size_t mark);
/// The mark after or before the current one, else after or before the middle of the view.
void step_mark(TraceView& view, Direction direction);
void edit_mark(TraceView& view);
void delete_mark(TraceView& view);

/// Views to come back to, from 0 on.
void keep_view(TraceView& view, std::size_t index);
void go_to_view(TraceView& view, std::size_t index);

}  // namespace lanescope
