#include "app/shell/commands.h"

#include <array>

#include "app/panes/trace_actions.h"
#include "app/shell/main_window.h"

namespace lanescope {
namespace {

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

bool always(const MainWindow& /*window*/) {
  return true;
}
bool has_example(const MainWindow& w) {
  return !w.example().empty();
}
bool has_trace(const MainWindow& w) {
  return w.trace() != nullptr && w.trace()->view.snapshot() != nullptr;
}
bool has_any(const MainWindow& w) {
  return w.shown_session() != nullptr;
}
bool has_selection(const MainWindow& w) {
  return has_trace(w) && !w.trace()->view.selection.empty();
}
bool has_event(const MainWindow& w) {
  return has_trace(w) && w.trace()->view.selection.primary() != EventId::None;
}
bool can_go_back(const MainWindow& w) {
  return has_trace(w) && w.trace()->view.history.can_go_back();
}
bool can_go_forward(const MainWindow& w) {
  return has_trace(w) && w.trace()->view.history.can_go_forward();
}
bool has_matches(const MainWindow& w) {
  return has_trace(w) && w.trace()->view.search.matches() != nullptr;
}
bool has_lane(const MainWindow& w) {
  return has_trace(w) && current_lane(w.trace()->view).has_value();
}
bool has_hidden(const MainWindow& w) {
  return has_trace(w) && !w.trace()->view.lanes.hidden_keys().empty();
}
bool light(const MainWindow& w) {
  return w.settings().theme == ThemeKind::Light;
}
bool details_shown(const MainWindow& w) {
  return w.settings().panes.details_shown;
}
bool bottom_shown(const MainWindow& w) {
  return w.settings().panes.bottom_shown;
}

/// Wraps something done to the trace in view.
template <void (*action)(TraceView&)>
void on_trace(MainWindow& window) {
  if (has_trace(window)) action(window.trace()->view);
}
template <void (*action)(TraceView&, Direction), Direction direction>
void towards(MainWindow& window) {
  if (has_trace(window)) action(window.trace()->view, direction);
}

void show_all_lanes(TraceView& view) {
  view.lanes.show_all();
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

using W = MainWindow;
using G = CommandGroup;

constexpr std::array kCommands{
    Command{"open", "Open a trace…", G::File, key(ImGuiKey_O, kCtrl), kNone, always,
            [](W& w) { w.browse(); }},
    Command{"example", "Open the example", G::File, kNone, kNone, has_example,
            [](W& w) { w.open_example(); }},
    Command{"close", "Close the trace", G::File, key(ImGuiKey_W, kCtrl), kNone, has_any,
            [](W& w) { w.close_trace(); }},
    Command{"reset_layout", "Reset layout", G::File, kNone, kNone, always,
            [](W& w) { w.reset_layout(); }},
    Command{"quit", "Quit", G::File, key(ImGuiKey_Q, kCtrl), kNone, always, [](W& w) { w.quit(); }},

    Command{"whole_trace", "Whole trace", G::View, key(ImGuiKey_0), key(ImGuiKey_Home), has_trace,
            on_trace<show_whole_trace>},
    Command{"zoom_selection", "Zoom to selection", G::View, key(ImGuiKey_Z), kNone, has_selection,
            on_trace<zoom_to_selection>},
    Command{"zoom_in", "Zoom in", G::View, kNone, kNone, has_trace, on_trace<zoom_in>},
    Command{"zoom_out", "Zoom out", G::View, kNone, kNone, has_trace, on_trace<zoom_out>},
    Command{"back", "Back to the view before", G::View, key(ImGuiKey_LeftArrow, kAlt),
            key(ImGuiKey_Backspace), can_go_back, on_trace<view_back>},
    Command{"forward", "Forward again", G::View, key(ImGuiKey_RightArrow, kAlt), kNone,
            can_go_forward, on_trace<view_forward>},
    Command{"details", "Details panel", G::View, key(ImGuiKey_I), kNone, always,
            [](W& w) { w.toggle_details(); }, details_shown},
    Command{"bottom", "Bottom panes", G::View, key(ImGuiKey_Q), kNone, always,
            [](W& w) { w.toggle_bottom(); }, bottom_shown},
    Command{"theme", "Light theme", G::View, kNone, kNone, always, [](W& w) { w.toggle_theme(); },
            light},
    Command{"larger", "Larger", G::View, repeating(ImGuiKey_Equal, kCtrl),
            repeating(ImGuiKey_KeypadAdd, kCtrl), always, [](W& w) { w.zoom_interface(1.1F); }},
    Command{"smaller", "Smaller", G::View, repeating(ImGuiKey_Minus, kCtrl),
            repeating(ImGuiKey_KeypadSubtract, kCtrl), always,
            [](W& w) { w.zoom_interface(1 / 1.1F); }},
    Command{"usual_size", "Usual size", G::View, key(ImGuiKey_0, kCtrl), kNone, always,
            [](W& w) { w.zoom_interface(0); }},

    Command{"pin", "Pin the lane", G::Lanes, key(ImGuiKey_P), kNone, has_lane,
            on_trace<toggle_pin>},
    Command{"hide", "Hide the lane", G::Lanes, key(ImGuiKey_H), kNone, has_lane,
            on_trace<hide_lane>},
    Command{"undo_hide", "Show what was hidden last", G::Lanes, key(ImGuiKey_Z, kCtrl),
            key(ImGuiKey_H, kShift), has_hidden, on_trace<undo_hide>},
    Command{"show_all", "Show all lanes", G::Lanes, kNone, kNone, has_hidden,
            on_trace<show_all_lanes>},

    Command{"next", "Next in the lane", G::Go, repeating(ImGuiKey_Period), kNone, has_trace,
            towards<go_to_neighbour, Direction::Next>},
    Command{"previous", "Previous in the lane", G::Go, repeating(ImGuiKey_Comma), kNone, has_trace,
            towards<go_to_neighbour, Direction::Previous>},
    Command{"next_name", "Next of the same name", G::Go, repeating(ImGuiKey_Period, kShift), kNone,
            has_event, towards<go_to_same_name, Direction::Next>},
    Command{"previous_name", "Previous of the same name", G::Go, repeating(ImGuiKey_Comma, kShift),
            kNone, has_event, towards<go_to_same_name, Direction::Previous>},
    Command{"along", "Along the flow", G::Go, typed(']'), kNone, has_event,
            on_trace<go_along_flow>},
    Command{"against", "Back along the flow", G::Go, typed('['), kNone, has_event,
            on_trace<go_against_flow>},
    Command{"up", "Up the call depth", G::Go, repeating(ImGuiKey_UpArrow, kAlt), kNone, has_event,
            on_trace<go_up>},
    Command{"down", "Down the call depth", G::Go, repeating(ImGuiKey_DownArrow, kAlt), kNone,
            has_event, on_trace<go_down>},

    Command{"palette", "All commands…", G::Go, key(ImGuiKey_P, kCtrl | kShift), kNone, always,
            [](W& w) { w.open_palette(Palette::Kind::Commands); }},
    Command{"find_lane", "Find a lane…", G::Go, key(ImGuiKey_P, kCtrl), kNone, has_trace,
            [](W& w) { w.open_palette(Palette::Kind::Lanes); }},
    Command{"search", "Search…", G::Go, key(ImGuiKey_F, kCtrl), typed('/'), has_trace,
            [](W& w) { w.focus_search(); }},
    Command{"next_match", "Next match", G::Go, key(ImGuiKey_F3), kNone, has_matches,
            towards<go_to_match, Direction::Next>},
    Command{"previous_match", "Previous match", G::Go, key(ImGuiKey_F3, kShift), kNone, has_matches,
            towards<go_to_match, Direction::Previous>},

    Command{"focus", "Centre the selection, again to fit it", G::Selection, key(ImGuiKey_F), kNone,
            has_selection, on_trace<focus_selection>},
    Command{"deselect", "Deselect", G::Selection, kNone, kNone, has_selection, on_trace<deselect>},
    Command{"peel", "Take one layer away, stop a load", G::Selection, key(ImGuiKey_Escape), kNone,
            always, [](W& w) { w.peel(); }},

    Command{"keys", "Keys and mouse", G::Help, typed('?'), key(ImGuiKey_F1), always,
            [](W& w) { w.show_keys(); }},
};

constexpr std::array kMouseHelp{
    MouseHelp{"Zoom in, out", "W   S"},
    MouseHelp{"In the search box: next, previous match", "Enter   Shift+Enter"},
    MouseHelp{"Pan in time", "A   D   or   ←   →"},
    MouseHelp{"Scroll the lanes", "↑   ↓"},
    MouseHelp{"The same, faster", "with Shift"},
    MouseHelp{"Zoom at the mouse", "wheel over the lanes, Ctrl+wheel"},
    MouseHelp{"Pan in time", "Shift+wheel"},
    MouseHelp{"Scroll the lanes", "wheel over their names"},
    MouseHelp{"Select a range and measure it", "drag, also on the ruler"},
    MouseHelp{"Pan in time and up and down", "right drag, Shift+drag"},
    MouseHelp{"Zoom to a box", "middle drag"},
    MouseHelp{"Select an event", "click"},
    MouseHelp{"Add to the selection", "Ctrl+click"},
    MouseHelp{"Zoom to an event", "double-click"},
    MouseHelp{"Menu of a lane", "right click"},
};

bool is_letter(const Chord& chord) {
  return chord.mods == 0 && chord.key >= ImGuiKey_A && chord.key <= ImGuiKey_Z;
}

}  // namespace

std::span<const Command> commands() {
  return kCommands;
}

const Command* find_command(std::string_view id) {
  for (const Command& command : kCommands) {
    if (command.id == id) return &command;
  }
  return nullptr;
}

std::string_view group_title(CommandGroup group) {
  switch (group) {
    case G::File:
      return "FILES";
    case G::View:
      return "VIEW";
    case G::Lanes:
      return "LANES";
    case G::Go:
      return "GO";
    case G::Selection:
      return "SELECTION";
    case G::Help:
      break;
  }
  return "HELP";
}

std::string_view group_word(CommandGroup group) {
  switch (group) {
    case G::File:
      return "Files";
    case G::View:
      return "View";
    case G::Lanes:
      return "Lanes";
    case G::Go:
      return "Go";
    case G::Selection:
      return "Selection";
    case G::Help:
      break;
  }
  return "Help";
}

void run_pressed_command(MainWindow& window, bool skip_letters) {
  for (const Command& command : kCommands) {
    const auto hit = [&](const Chord& chord) {
      return !(skip_letters && is_letter(chord)) && pressed(chord);
    };
    if (!hit(command.keys) && !hit(command.other_keys)) continue;
    if (command.enabled(window)) command.run(window);
    return;
  }
}

std::span<const MouseHelp> mouse_help() {
  return kMouseHelp;
}

}  // namespace lanescope
