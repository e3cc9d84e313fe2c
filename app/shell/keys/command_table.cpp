// All commands, each with its default shortcuts, its condition, and its action.
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include "app/panes/pane/mark_actions.h"
#include "app/panes/pane/trace_actions.h"
#include "app/shell/keys/command_conditions.h"
#include "app/shell/keys/commands.h"
#include "app/shell/keys/rank_exports.h"
#include "app/shell/window/given_view.h"
#include "app/shell/window/main_window.h"
#include "app/shell/window/tabs.h"
#include "core/view/memory/text.h"

namespace lanescope {
namespace {

using namespace command_conditions;

constexpr int kCtrl = ImGuiMod_Ctrl;
constexpr int kShift = ImGuiMod_Shift;
constexpr int kAlt = ImGuiMod_Alt;
constexpr Chord kNone{};

constexpr Chord key(ImGuiKey which, int mods = 0) {
  return {which, mods, 0, false};
}
constexpr Chord repeating(ImGuiKey which, int mods = 0) {
  return {which, mods, 0, true};
}
constexpr Chord typed(char32_t character) {
  return {ImGuiKey_None, 0, character, false};
}

/// Wraps an action on the trace in view or, if they are in front, on the ranks or the wall.
template <auto action, auto of_ranks, auto of_wall>
void on_lanes(MainWindow& window) {
  if (has_trace(window)) {
    std::invoke(action, *trace_view(window));
  } else if (shows_ranks(window)) {
    std::invoke(of_ranks, *ranks_view(window));
  } else if (shows_wall(window)) {
    std::invoke(of_wall, *fleet_view(window));
  }
}

template <int percent>
void zoom_ranks(RanksView& view) {
  Viewport there = view.viewport;
  there.set_view(view.viewport.target());
  there.zoom(percent / 100.0, there.width_px() / 2);
  view.viewport.glide_to(there.view());
}

template <int percent>
void zoom_wall(FleetView& view) {
  view.zoom(percent / 100.0, view.steps.width_px() / 2, view.ranks.width_px() / 2);
}

/// Wraps an action on the trace in view.
template <auto action>
void on_trace(MainWindow& window) {
  if (has_trace(window)) std::invoke(action, *trace_view(window));
}
/// Wraps an action on the lane under the mouse, or on that of the selection.
template <auto action>
void on_pointed_lane(MainWindow& window) {
  if (has_trace(window)) std::invoke(action, *pointed_view(window));
}
template <void (*action)(TraceView&, Direction), Direction direction>
void towards(MainWindow& window) {
  if (has_trace(window)) action(*trace_view(window), direction);
}

template <Direction direction>
void step_match(MainWindow& window) {
  if (shows_ranks(window)) return ranks_view(window)->go_to_match(direction);
  if (shows_wall(window)) return fleet_view(window)->go_to_match(direction);
  towards<go_to_match, direction>(window);
}

template <ExportKind kind>
bool can_export(const MainWindow& window) {
  if (exports_rank(window, kind) || exports_run(window, kind)) return true;
  return window.exporter().can(kind, window.workspace().trace());
}
template <ExportKind kind>
void export_as(MainWindow& window) {
  if (exports_rank(window, kind)) return open_rank_to_export(window, kind);
  window.ask(request::SaveAs{kind});
}
void share(MainWindow& window) {
  if (exports_rank(window, ExportKind::SharedPage))
    return open_rank_to_export(window, ExportKind::SharedPage);
  window.ask(request::ShowShare{});
}

/// To the view before; from the first view of a rank's trace, to all ranks.
void go_back(MainWindow& window) {
  if (has_view_before(window)) return view_back(*trace_view(window));
  window.workspace().run(workspace::BackToRanks{});
}

/// All of it, as aligned: what was selected no longer moves one of two runs.
void show_whole(MainWindow& window) {
  window.workspace().run(workspace::UndoShift{});
  on_lanes<show_whole_trace, &RanksView::show_all, &FleetView::show_all>(window);
}

bool can_link(const MainWindow& window) {
  return has_trace(window) && window.options().offers.copy_link;
}

void show_all_lanes(TraceView& view) {
  view.lanes.show_all();
}
template <std::size_t index>
void keep_numbered(MainWindow& window) {
  if (has_trace(window)) keep_view(*trace_view(window), index);
}
template <std::size_t index>
void go_to_numbered(MainWindow& window) {
  if (has_trace(window)) go_to_view(*trace_view(window), index);
}
void deselect(TraceView& view) {
  view.selection.clear();
}
void zoom_in(TraceView& view) {
  zoom_by(view, 2);
}
void zoom_out(TraceView& view) {
  zoom_by(view, 0.5);
}

template <bool PaneSizes::*shown>
void flip(MainWindow& window) {
  bool& on = window.settings().panes.*shown;
  on = !on;
}
void reset_layout(MainWindow& window) {
  window.settings().reset_layout();
  OpenTrace* trace = window.workspace().both().a();
  if (trace == nullptr) return;
  trace->view.lanes.reset();
  trace->tab = 0;
}
/// Dismisses the topmost item: a load, a notice, a search or a selection.
void take_layer_away(MainWindow& window) {
  Workspace& workspace = window.workspace();
  RanksView* ranks = ranks_view(window);
  if (workspace.loading()) {
    workspace.run(workspace::StopLoading{});
  } else if (workspace.notices().shown()) {
    workspace.run(workspace::DismissNotice{});
  } else if (workspace.attachment() != nullptr && workspace.trace() == nullptr &&
             workspace.ranks() == nullptr) {
    workspace.run(workspace::CancelAttach{});
  } else if (window.close_drawer()) {
    return;
  } else if (workspace.trace() == nullptr) {
    if (ranks != nullptr) ranks->dismiss();
    if (FleetView* const wall = fleet_view(window)) wall->dismiss();
    if (HistoryView* const history = history_view(window)) history->dismiss();
  } else if (TraceView& view = workspace.trace()->view; !view.search.text.empty()) {
    view.search.text.clear();
  } else if (view.selection.dismiss()) {
    return;
  } else if (view.marks.current()) {
    view.marks.set_current(std::nullopt);
  } else {
    workspace.run(workspace::BackToRanks{});
  }
}

/// Files about memory have no events for a path.
bool can_have_path(const MainWindow& window) {
  if (!has_trace(window)) return false;
  const Snapshot& snapshot = *trace_view(window)->snapshot();
  return !is_memory_file(snapshot) && snapshot.slice_count > 0;
}

using W = MainWindow;
using G = CommandGroup;

// Views are numbered by the digit keys; command strings must be literals.
#define LANESCOPE_NUMBERS(X) X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9)
#define LANESCOPE_GO_TO_VIEW(n)                                                              \
  Command {                                                                                  \
    "go_to_view_" #n, "Go to view " #n, G::Marks, key(ImGuiKey_##n), kNone, has_view<(n)-1>, \
        go_to_numbered<(n)-1>                                                                \
  }
#define LANESCOPE_KEEP_VIEW(n)                                                           \
  Command {                                                                              \
    "keep_view_" #n, "Save this view as " #n, G::Marks, key(ImGuiKey_##n, kCtrl), kNone, \
        has_trace, keep_numbered<(n)-1>                                                  \
  }

constexpr std::array kCommands{
    Command{"open", "Open trace…", G::File, key(ImGuiKey_O, kCtrl), kNone, always,
            [](W& w) { w.ask(request::Browse{}); }},
    Command{"clear_recent", "Clear recent files", G::File, kNone, kNone, has_recent,
            [](W& w) { w.settings().recent.clear(); }, nullptr,
            Need::Folders},
    Command{"open_ranks", "Open all traces in this folder as ranks", G::File, kNone, kNone,
            has_folder, [](W& w) { w.workspace().run(workspace::OpenFolderAsRanks{}); }, nullptr,
            Need::Folders},
    Command{"add_profile", "Add profile to this trace…", G::File, kNone, kNone, can_add_profile,
            [](W& w) { w.ask(request::Browse{FilePurpose::Profile}); }, nullptr,
            Need::Folders},
    Command{"shift_profile", "Shift profile…", G::File, kNone, kNone, has_profile,
            [](W& w) { w.ask(ShowShiftProfile{}); }},
    Command{"remove_profile", "Remove profile", G::File, kNone, kNone, has_profile,
            [](W& w) { w.workspace().run(workspace::LayProfile{}); }},
    Command{"record", "Record program…", G::File, key(ImGuiKey_R, kCtrl), kNone, always,
            [](MainWindow& w) { w.ask(request::ShowRecord{}); }, nullptr,
            Need::Recording},
    Command{"attach", "Attach to process…", G::File, key(ImGuiKey_A, kCtrl | kShift), kNone,
            can_attach, [](MainWindow& w) { w.ask(request::ShowAttach{}); }, nullptr,
            Need::Recording},
    Command{"pause_recording", "Pause/resume recording", G::File, kNone, kNone, records,
            [](MainWindow& w) { w.workspace().run(workspace::PauseRecording{}); }, nullptr,
            Need::Recording},
    Command{"save_last", "Save last seconds of recording", G::File,
            key(ImGuiKey_L, kCtrl | kShift), kNone, can_save_last,
            [](MainWindow& w) { w.workspace().run(workspace::SaveLast{}); }, nullptr,
            Need::Recording},
    Command{"stop_recording", "Stop recording", G::File, key(ImGuiKey_R, kCtrl | kShift), kNone,
            can_stop, [](MainWindow& w) { w.workspace().run(workspace::StopRecording{}); }, nullptr,
            Need::Recording},
    Command{"end_program", "End recorded program", G::File, kNone, kNone, has_program,
            [](MainWindow& w) { w.workspace().run(workspace::EndProgram{}); }, nullptr,
            Need::Recording},
    Command{"example", "Open example", G::File, kNone, kNone, has_example,
            [](W& w) { w.workspace().run(workspace::Open{w.options().examples.front().path}); }},
    Command{"close", "Close trace", G::File, key(ImGuiKey_W, kCtrl), kNone, has_any,
            [](W& w) { w.workspace().run(workspace::Close{}); }},
    Command{"export_csv", "Export table as CSV…", G::File, kNone, kNone,
            can_export<ExportKind::Csv>, export_as<ExportKind::Csv>},
    Command{"export_markdown", "Export table as Markdown…", G::File, kNone, kNone,
            can_export<ExportKind::Markdown>, export_as<ExportKind::Markdown>},
    Command{"save_trace", "Save trace as Kineto JSON…", G::File, key(ImGuiKey_S, kCtrl | kShift), kNone,
            can_export<ExportKind::Trace>, export_as<ExportKind::Trace>},
    Command{"save_perfetto", "Save trace for Perfetto…", G::File, kNone, kNone,
            can_export<ExportKind::PerfettoTrace>, export_as<ExportKind::PerfettoTrace>},
    Command{"share_html", "Share as one HTML file…", G::File, kNone, kNone,
            can_export<ExportKind::SharedPage>, share, nullptr,
            Need::Sharing},
    Command{"copy_link", "Copy link to this view", G::File, kNone, kNone, can_link,
            copy_link_to_view, nullptr, Need::Links},
    Command{"save_recording", "Save copy of recording…", G::File, kNone, kNone,
            can_export<ExportKind::Recording>, export_as<ExportKind::Recording>},
    Command{"export_collapsed", "Export flame graph as collapsed stacks…", G::File, kNone,
            kNone, can_export<ExportKind::Collapsed>, export_as<ExportKind::Collapsed>},
    Command{"export_speedscope", "Export flame graph as speedscope JSON…", G::File, kNone,
            kNone, can_export<ExportKind::Speedscope>, export_as<ExportKind::Speedscope>},
    Command{"export_view_png", "Export view as PNG…", G::File, kNone, kNone,
            can_export<ExportKind::ViewPng>, export_as<ExportKind::ViewPng>},
    Command{"export_view_svg", "Export view as SVG…", G::File, kNone, kNone,
            can_export<ExportKind::ViewSvg>, export_as<ExportKind::ViewSvg>},
    Command{"export_window_png", "Export window as PNG…", G::File, kNone, kNone,
            can_export<ExportKind::WindowPng>, export_as<ExportKind::WindowPng>},
    Command{"quit", "Quit", G::File, key(ImGuiKey_Q, kCtrl), kNone, always,
            [](W& w) { w.quit("quit command"); }, nullptr,
            Need::Quitting},

    Command{"undo", "Undo", G::Edit, key(ImGuiKey_Z, kCtrl), kNone, can_undo, on_trace<undo>},
    Command{"redo", "Redo", G::Edit, key(ImGuiKey_Z, kCtrl | kShift), key(ImGuiKey_Y, kCtrl),
            can_redo, on_trace<redo>},

    Command{"follow", "Follow newest data", G::View, key(ImGuiKey_Space), kNone,
            is_live, [](MainWindow& w) { w.workspace().run(workspace::ToggleFollow{}); }, follows},
    Command{"settle", "Update tabs from recording", G::View, kNone, kNone,
            is_live, [](MainWindow& w) { trace_view(w)->session().rebuild_now(); }},
    Command{"reset_layout", "Reset layout", G::View, kNone, kNone, always,
            reset_layout},
    Command{"whole_trace", "Whole trace", G::View, key(ImGuiKey_0), key(ImGuiKey_Home), has_lanes,
            show_whole},
    Command{"zoom_selection", "Zoom to selection", G::View, key(ImGuiKey_Z), kNone,
            can_zoom_to_selection, on_lanes<zoom_to_selection, &RanksView::zoom_to_selection, &FleetView::zoom_to_selection>},
    Command{"zoom_in", "Zoom in", G::View, kNone, kNone, has_lanes,
            on_lanes<zoom_in, zoom_ranks<200>, zoom_wall<200>>},
    Command{"zoom_out", "Zoom out", G::View, kNone, kNone, has_lanes,
            on_lanes<zoom_out, zoom_ranks<50>, zoom_wall<50>>},
    Command{"back", "Previous view", G::View, key(ImGuiKey_LeftArrow, kAlt),
            key(ImGuiKey_Backspace), can_go_back, go_back},
    Command{"ranks", "Back to all ranks", G::View, key(ImGuiKey_Backspace, kShift), kNone, can_go_to_ranks,
            [](W& w) { w.workspace().run(workspace::BackToRanks{}); }},
    Command{"forward", "Next view", G::View, key(ImGuiKey_RightArrow, kAlt), kNone,
            can_go_forward, on_trace<view_forward>},
    Command{"critical_path", "Critical path", G::View, key(ImGuiKey_C), kNone,
            can_have_path, on_trace<toggle_path>, path_shown},
    Command{"only_critical", "Critical path only", G::View, key(ImGuiKey_C, kShift), kNone,
            can_have_path, on_trace<toggle_only_path>, only_path},
    Command{"window_steps", "Analyze: steady-state steps", G::View, kNone, kNone,
            has_steps, on_trace<look_at<WindowKind::Steps>>, looks_at<WindowKind::Steps>},
    Command{"window_whole", "Analyze: whole trace", G::View, kNone, kNone, has_trace,
            on_trace<look_at<WindowKind::Whole>>, looks_at<WindowKind::Whole>},
    Command{"window_hta", "Analyze: HTA window", G::View, kNone, kNone, has_steps,
            on_trace<look_at<WindowKind::Hta>>, looks_at<WindowKind::Hta>},
    Command{"window_tb", "Analyze: TensorBoard window", G::View, kNone, kNone, has_steps,
            on_trace<look_at<WindowKind::Tb>>, looks_at<WindowKind::Tb>},
    Command{"details", "Details panel", G::View, key(ImGuiKey_I), kNone, always,
            [](W& w) { w.toggle_details(); }, details_shown},
    Command{"bottom", "Bottom tabs", G::View, key(ImGuiKey_Q), kNone, always,
            flip<&PaneSizes::bottom_shown>, bottom_shown},
    Command{"maximize_bottom", "Maximize bottom tabs", G::View, key(ImGuiKey_Q, kShift), kNone,
            always, [](W& w) { toggle_maximized(w.settings().panes); }, bottom_maximized},
    Command{"next_tab", "Next tab", G::View, repeating(ImGuiKey_PageDown, kCtrl),
            repeating(ImGuiKey_Tab, kCtrl), has_lanes, [](W& w) { step_tab(w.workspace(), w.settings().panes, 1); }},
    Command{"previous_tab", "Previous tab", G::View, repeating(ImGuiKey_PageUp, kCtrl),
            repeating(ImGuiKey_Tab, kCtrl | kShift), has_lanes, [](W& w) { step_tab(w.workspace(), w.settings().panes, -1); }},
    Command{"controls", "Focus controls", G::View, key(ImGuiKey_F6), kNone, always,
            [](W& w) { w.keyboard().toggle_walk(); }},
    Command{"theme", "Light theme", G::View, kNone, kNone, always, [](W& w) { w.settings().toggle_theme(); },
            light},
    Command{"dark_theme", "Dark theme", G::View, kNone, kNone, always, [](W& w) { w.settings().theme = ThemeKind::Dark; },
            dark},
    Command{"thresholds", "Thresholds…", G::View, kNone, kNone, always,
            [](W& w) { w.dialogs().get<ThresholdDialog>().open(); }},
    Command{"gpu_peaks", "GPU peaks…", G::View, kNone, kNone, always,
            [](W& w) { w.dialogs().get<GpuPeaksDialog>().open(); }},
    Command{"larger", "Larger text", G::View, repeating(ImGuiKey_Equal, kCtrl),
            repeating(ImGuiKey_KeypadAdd, kCtrl), always, [](W& w) { w.settings().zoom_interface(1.1F); }},
    Command{"smaller", "Smaller text", G::View, repeating(ImGuiKey_Minus, kCtrl),
            repeating(ImGuiKey_KeypadSubtract, kCtrl), always,
            [](W& w) { w.settings().zoom_interface(1 / 1.1F); }},
    Command{"usual_size", "Normal text", G::View, key(ImGuiKey_0, kCtrl), kNone, always,
            [](W& w) { w.settings().zoom_interface(0); }},

    Command{"pin", "Pin lane", G::Lanes, key(ImGuiKey_P), kNone, has_lane,
            on_pointed_lane<toggle_pin>},
    Command{"hide", "Hide lane", G::Lanes, key(ImGuiKey_H), kNone, has_lane,
            on_pointed_lane<hide_lane>},
    Command{"undo_hide", "Unhide last lane", G::Lanes, key(ImGuiKey_H, kShift), kNone,
            has_hidden, on_trace<undo_hide>},
    Command{"show_all", "Show all lanes", G::Lanes, kNone, kNone, has_hidden,
            on_trace<show_all_lanes>},

    Command{"next", "Next in lane", G::Go, repeating(ImGuiKey_Period), kNone, has_trace,
            towards<go_to_neighbour, Direction::Next>},
    Command{"previous", "Previous in lane", G::Go, repeating(ImGuiKey_Comma), kNone, has_trace,
            towards<go_to_neighbour, Direction::Previous>},
    Command{"next_name", "Next with same name", G::Go, repeating(ImGuiKey_Period, kShift), kNone,
            has_event_or_gap, towards<go_to_same_name, Direction::Next>},
    Command{"previous_name", "Previous with same name", G::Go, repeating(ImGuiKey_Comma, kShift),
            kNone, has_event_or_gap, towards<go_to_same_name, Direction::Previous>},
    Command{"along", "Forward along flow", G::Go, typed(']'), kNone, has_event,
            on_trace<go_along_flow>},
    Command{"against", "Back along flow", G::Go, typed('['), kNone, has_event,
            on_trace<go_against_flow>},
    Command{"open_source", "Open source line in editor", G::Go, key(ImGuiKey_Enter),
            key(ImGuiKey_KeypadEnter), can_open_source, on_trace<open_source>, nullptr,
            Need::Editor},
    Command{"up", "Up the call stack", G::Go, repeating(ImGuiKey_UpArrow, kAlt), kNone, has_event,
            on_trace<go_up>},
    Command{"down", "Down the call stack", G::Go, repeating(ImGuiKey_DownArrow, kAlt), kNone,
            has_event, on_trace<go_down>},

    Command{"palette", "All commands…", G::Go, key(ImGuiKey_P, kCtrl | kShift), kNone, always,
            [](W& w) { w.dialogs().get<Palette>().open(Palette::Kind::Commands); }},
    Command{"find_lane", "Find lane…", G::Go, key(ImGuiKey_P, kCtrl), kNone, has_trace,
            [](W& w) { w.dialogs().get<Palette>().open(Palette::Kind::Lanes); }},
    Command{"search", "Search…", G::Go, key(ImGuiKey_F, kCtrl), typed('/'), has_lanes,
            [](W& w) { w.top_bar().focus_search(); }},
    Command{"next_match", "Next match", G::Go, repeating(ImGuiKey_F3), kNone, has_matches,
            step_match<Direction::Next>},
    Command{"previous_match", "Previous match", G::Go, repeating(ImGuiKey_F3, kShift), kNone, has_matches,
            step_match<Direction::Previous>},

    Command{"compare_two", "Compare two traces…", G::Compare, kNone, kNone, always,
            [](W& w) { w.ask(request::Browse{FilePurpose::CompareA}); }, nullptr,
            Need::Folders},
    Command{"compare", "Compare with…", G::Compare, key(ImGuiKey_O, kCtrl | kShift), kNone,
            can_compare, [](W& w) { w.ask(request::Browse{FilePurpose::OpenB}); }},
    Command{"close_b", "Close B", G::Compare, key(ImGuiKey_W, kCtrl | kShift), kNone, can_close_b,
            [](W& w) { w.workspace().run(workspace::CloseB{}); }},
    Command{"swap_runs", "Swap A and B", G::Compare, key(ImGuiKey_X), kNone, has_two,
            [](W& w) { w.workspace().run(workspace::SwapRuns{}); }},
    Command{"switch_run", "Switch to other run", G::Compare, key(ImGuiKey_Tab), kNone, has_two,
            [](W& w) { w.workspace().run(workspace::SwitchRun{}); }},
    Command{"link_runs", "Link runs", G::Compare, key(ImGuiKey_L), kNone, has_two,
            [](W& w) { w.workspace().run(workspace::LinkRuns{!w.workspace().runs().linked()}); }, linked},
    Command{"beside", "Side by side", G::Compare, key(ImGuiKey_V), kNone, has_b,
            flip<&PaneSizes::runs_beside>, beside},
    Command{"realign", "Realign…", G::Compare, key(ImGuiKey_R, kShift), kNone, has_two,
            [](W& w) { w.stacks().show_alignments(); }},
    Command{"align_steps", "Align by steps", G::Compare, kNone, kNone, has_two,
            [](W& w) { w.workspace().run(workspace::Align{}); }, aligned_by<AlignBy::Steps>},
    Command{"align_selected", "Align by name of selected range", G::Compare, kNone,
            kNone, has_selected_of_two, [](W& w) { w.workspace().run(workspace::AlignBySelected{}); },
            aligned_by<AlignBy::Annotation>},
    Command{"align_start", "Align by start", G::Compare, kNone, kNone, has_two,
            [](W& w) {
              AlignQuery start;
              start.by_start = true;
              w.workspace().run(workspace::Align{std::move(start)});
            },
            aligned_by<AlignBy::Start>},
    Command{"undo_shift", "Undo alignment by selection", G::Compare, kNone, kNone, shifted,
            [](W& w) { w.workspace().run(workspace::UndoShift{}); }},

    Command{"mark", "Mark range", G::Marks, key(ImGuiKey_M), kNone, has_trace,
            on_trace<set_mark>},
    Command{"note", "Add note to range…", G::Marks, key(ImGuiKey_M, kShift), kNone,
            has_trace, on_trace<set_note>},
    Command{"next_mark", "Next mark", G::Marks, key(ImGuiKey_N), kNone, has_marks,
            towards<step_mark, Direction::Next>},
    Command{"previous_mark", "Previous mark", G::Marks, key(ImGuiKey_N, kShift), kNone, has_marks,
            towards<step_mark, Direction::Previous>},
    Command{"edit_mark", "Edit mark…", G::Marks, key(ImGuiKey_F2), kNone, at_mark,
            on_trace<edit_mark>},
    Command{"delete_mark", "Delete mark", G::Marks, key(ImGuiKey_Delete), kNone, at_mark,
            on_trace<delete_mark>},
    LANESCOPE_NUMBERS(LANESCOPE_GO_TO_VIEW),
    LANESCOPE_NUMBERS(LANESCOPE_KEEP_VIEW),

    Command{"focus", "Center selection (press again to zoom)", G::Selection, key(ImGuiKey_F), kNone,
            has_selection, on_trace<focus_selection>},
    Command{"deselect", "Deselect", G::Selection, kNone, kNone, has_selection, on_trace<deselect>},
    Command{"peel", "Dismiss, or cancel loading", G::Selection, key(ImGuiKey_Escape), kNone,
            always, take_layer_away},

    Command{"first_steps", "First steps", G::Help, kNone, kNone, always,
            [](W& w) { w.dialogs().get<FirstStepsDialog>().open(); }},
    Command{"documentation", "Documentation", G::Help, kNone, kNone, always,
            [](W& w) { w.ask(request::ShowDocumentation{}); }, nullptr,
            Need::Folders},
    Command{"about", "About Lanescope", G::Help, kNone, kNone, always,
            [](W& w) { w.dialogs().get<AboutDialog>().open(); }},
    Command{"keys", "Keys and mouse", G::Help, typed('?'), key(ImGuiKey_F1), always,
            [](W& w) { w.dialogs().get<KeyList>().open(); }},
    Command{"tour", "Take the tour", G::Help, kNone, kNone, has_tour,
            [](W& w) { w.start_tour(); }},
};

#undef LANESCOPE_NUMBERS
#undef LANESCOPE_GO_TO_VIEW
#undef LANESCOPE_KEEP_VIEW

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

}  // namespace lanescope
