// Bookmark commands for keys and menus, on a trace in view.
#pragma once

#include <cstddef>

#include "app/panes/pane/trace_view.h"

namespace lanescope {

/// Marks the selected range, else the selected events, else the time under the mouse, else the
/// middle of the view.
void set_mark(TraceView& view);
/// The same, then opens the editor for a name and a note.
void set_note(TraceView& view);
/// Brings a mark into view and selects its range.
void go_to_mark(TraceView& view, std::size_t mark);
/// Goes to the mark after or before the current one, else after or before the middle of the view.
void step_mark(TraceView& view, Direction direction);
void edit_mark(TraceView& view);
void delete_mark(TraceView& view);

/// Saved views, numbered from 0.
void keep_view(TraceView& view, std::size_t index);
void go_to_view(TraceView& view, std::size_t index);

}  // namespace lanescope
