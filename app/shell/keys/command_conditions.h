// Conditions of commands: whether they can run, and whether what they toggle is on. UI thread only.
// Cost: almost none.
#pragma once

#include "app/panes/pane/trace_actions.h"
#include "app/shell/panes/trace_panes.h"
#include "app/shell/window/main_window.h"

namespace lanescope::command_conditions {

/// The trace in view; null if there is none.
inline TraceView* trace_view(const MainWindow& w) {
  OpenTrace* trace = w.workspace().trace();
  return trace != nullptr && trace->view.snapshot() != nullptr ? &trace->view : nullptr;
}
/// Of two runs, the one with the lane that is under the mouse; else the trace in view.
inline TraceView* pointed_view(const MainWindow& w) {
  for (OpenTrace* run : w.workspace().both()) {
    if (run->view.snapshot() && run->view.mouse.lane) return &run->view;
  }
  return trace_view(w);
}
/// The ranks of a run, if they are in front and loaded; else null.
inline RanksView* ranks_view(const MainWindow& w) {
  return w.workspace().ranks_in_front() ? w.workspace().ranks()->view() : nullptr;
}

/// The wall of a run that is known by summaries, if it is in front and loaded; else null.
inline FleetView* fleet_view(const MainWindow& w) {
  return w.workspace().ranks_in_front() ? w.workspace().ranks()->fleet() : nullptr;
}

/// The history of many runs, if it is in front and loaded; else null.
inline HistoryView* history_view(const MainWindow& w) {
  return w.workspace().ranks_in_front() ? w.workspace().ranks()->history() : nullptr;
}

inline bool always(const MainWindow& /*window*/) {
  return true;
}
inline bool can_attach(const MainWindow& w) {
  return w.workspace().can_record();
}
inline bool can_stop(const MainWindow& w) {
  return !w.workspace().can_record();
}
inline bool records(const MainWindow& w) {
  return w.workspace().recording() != nullptr;
}
inline bool can_save_last(const MainWindow& w) {
  return records(w) && w.workspace().recording()->can_save_last();
}
inline bool has_program(const MainWindow& w) {
  return w.workspace().recordings().program_runs();
}
inline bool is_live(const MainWindow& w) {
  return w.workspace().is_live();
}
inline bool follows(const MainWindow& w) {
  return w.workspace().is_live() && w.workspace().trace()->view.follow_newest;
}
inline bool has_example(const MainWindow& w) {
  return !w.options().examples.empty();
}
inline bool has_recent(const MainWindow& w) {
  return !w.settings().recent.empty();
}
inline bool has_tour(const MainWindow& w) {
  return find_example(w.options().examples, kTourExample) != nullptr;
}
inline bool has_trace(const MainWindow& w) {
  return trace_view(w) != nullptr;
}
inline bool has_any(const MainWindow& w) {
  return w.workspace().shown_session() != nullptr || w.workspace().ranks() != nullptr;
}
inline bool can_add_profile(const MainWindow& w) {
  return w.workspace().can_lay_profile();
}
inline bool has_profile(const MainWindow& w) {
  return w.workspace().laid_profile() != nullptr;
}
/// The ranks of a run are in front and loaded.
inline bool shows_ranks(const MainWindow& w) {
  return ranks_view(w) != nullptr;
}
inline bool shows_wall(const MainWindow& w) {
  return fleet_view(w) != nullptr;
}
inline bool has_lanes(const MainWindow& w) {
  return has_trace(w) || shows_ranks(w) || shows_wall(w);
}
inline bool can_go_to_ranks(const MainWindow& w) {
  return w.workspace().ranks() != nullptr && !w.workspace().ranks_in_front();
}
inline bool has_folder(const MainWindow& w) {
  return has_trace(w) && !is_example(w.options().examples, trace_view(w)->session().path());
}
inline bool has_selection(const MainWindow& w) {
  return has_trace(w) && !trace_view(w)->selection.empty();
}
inline bool has_event(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->selection.primary() != EventId::None;
}
inline bool has_event_or_gap(const MainWindow& w) {
  return has_event(w) || (has_trace(w) && trace_view(w)->selection.gap());
}
inline bool can_zoom_to_selection(const MainWindow& w) {
  if (shows_wall(w)) return fleet_view(w)->has_selection();
  if (!shows_ranks(w)) return has_selection(w);
  return ranks_view(w)->range || ranks_view(w)->collective() || ranks_view(w)->event();
}
/// A pane that takes the arrow keys handles Enter itself.
inline bool can_open_source(const MainWindow& w) {
  if (!has_event(w)) return false;
  const bool shown = w.settings().panes.bottom_shown;
  return !shown || !open_pane(*w.workspace().trace()).takes_arrows();
}
inline bool has_view_before(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->way.history.can_go_back();
}
inline bool can_go_back(const MainWindow& w) {
  return has_view_before(w) || can_go_to_ranks(w);
}
inline bool can_go_forward(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->way.history.can_go_forward();
}
inline bool has_matches(const MainWindow& w) {
  if (shows_ranks(w)) return ranks_view(w)->search.matches() != nullptr;
  if (shows_wall(w)) return !fleet_view(w)->search.ranks().empty();
  return has_trace(w) && trace_view(w)->search.matches() != nullptr;
}
inline bool has_lane(const MainWindow& w) {
  return has_trace(w) && current_lane(*pointed_view(w)).has_value();
}
inline bool has_hidden(const MainWindow& w) {
  return has_trace(w) && !trace_view(w)->lanes.hidden_keys().empty();
}
inline bool can_undo(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->edits.can_undo();
}
inline bool can_redo(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->edits.can_redo();
}
inline bool has_marks(const MainWindow& w) {
  return has_trace(w) && !trace_view(w)->marks.all().marks.empty();
}
inline bool at_mark(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->marks.current().has_value();
}
template <std::size_t index>
bool has_view(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->marks.all().views.at(index).has_value();
}
inline bool light(const MainWindow& w) {
  return w.settings().theme == ThemeKind::Light;
}
inline bool dark(const MainWindow& w) {
  return !light(w);
}
inline bool has_steps(const MainWindow& w) {
  return has_trace(w) && !trace_view(w)->snapshot()->steps.empty();
}
inline bool path_shown(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->path.shown;
}
inline bool only_path(const MainWindow& w) {
  return path_shown(w) && trace_view(w)->path.only;
}
/// Whether the tabs are about it now: a selected range comes first, and without steps there is only
/// the whole trace, whatever was chosen.
template <WindowKind kind>
bool looks_at(const MainWindow& w) {
  return has_trace(w) && trace_view(w)->insights.window() == kind;
}
inline bool details_shown(const MainWindow& w) {
  return w.shows_details();
}
inline bool bottom_shown(const MainWindow& w) {
  return w.settings().panes.bottom_shown;
}
inline bool bottom_maximized(const MainWindow& w) {
  return bottom_shown(w) && w.settings().panes.bottom_maximized;
}

inline bool has_b(const MainWindow& w) {
  return w.workspace().runs().open();
}
/// Also of summaries.
inline bool can_close_b(const MainWindow& w) {
  const OpenRanks* ranks = w.workspace().ranks_in_front() ? w.workspace().ranks() : nullptr;
  return has_b(w) || (ranks != nullptr && ranks->other() != nullptr);
}
/// A trace, or summaries of ranks, that another run can be compared with.
inline bool can_compare(const MainWindow& w) {
  return has_trace(w) || fleet_view(w) != nullptr;
}
inline bool has_two(const MainWindow& w) {
  return w.workspace().runs().both();
}
inline bool has_selected_of_two(const MainWindow& w) {
  return has_two(w) && has_event(w);
}
inline bool linked(const MainWindow& w) {
  return has_two(w) && w.workspace().runs().linked();
}
inline bool shifted(const MainWindow& w) {
  return w.workspace().runs().shifted();
}
inline bool beside(const MainWindow& w) {
  return w.settings().panes.runs_beside;
}
template <AlignBy by>
bool aligned_by(const MainWindow& w) {
  const Comparison* comparison = w.workspace().runs().comparison();
  return comparison != nullptr && comparison->aligned() && comparison->aligned()->runs.a.by == by;
}

}  // namespace lanescope::command_conditions
