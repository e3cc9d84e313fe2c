// The menus of the top bar. Those that do not fit fold into one at the end.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/shell/keys/commands.h"
#include "app/shell/record/strip.h"
#include "app/shell/start/example_items.h"
#include "app/shell/start/recent_text.h"
#include "app/shell/window/main_window.h"
#include "app/shell/window/top_bar.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr std::string_view kLine = "-";

// The contents of the menus, as command ids; kLine is a separator.
constexpr std::array<std::string_view, 1> kFileBeforeRecent{"open"};
constexpr std::array<std::string_view, 1> kAfterRecent{"clear_recent"};
constexpr std::array<std::string_view, 13> kFileBetween{
    "open_ranks", "example", kLine,    "add_profile",     "shift_profile", "remove_profile",
    kLine,        "record",  "attach", "pause_recording", "save_last",     "stop_recording",
    "end_program"};
constexpr std::array<std::string_view, 18> kFileAtEnd{"save_trace",
                                                      "save_perfetto",
                                                      "save_recording",
                                                      "share_html",
                                                      "copy_link",
                                                      kLine,
                                                      "export_view_png",
                                                      "export_view_svg",
                                                      "export_window_png",
                                                      kLine,
                                                      "export_csv",
                                                      "export_markdown",
                                                      kLine,
                                                      "export_collapsed",
                                                      "export_speedscope",
                                                      kLine,
                                                      "close",
                                                      "quit"};
constexpr std::array<std::string_view, 2> kTheme{"theme", "dark_theme"};
constexpr std::array<std::string_view, 24> kView{
    "whole_trace",  "zoom_selection", "zoom_in",       "zoom_out",
    "back",         "forward",        "ranks",         kLine,
    "pin",          "hide",           "undo_hide",     "show_all",
    kLine,          "critical_path",  "only_critical", kLine,
    "window_steps", "window_whole",   "window_hta",    "window_tb",
    kLine,          "details",        "bottom",        "maximize_bottom"};
constexpr std::array<std::string_view, 6> kViewAfterTheme{kLine,        "larger", "smaller",
                                                          "usual_size", kLine,    "reset_layout"};
constexpr std::array<std::string_view, 19> kGo{
    "palette",   "find_lane",     "search",      kLine,   "next",    "previous",
    "next_name", "previous_name", kLine,         "along", "against", kLine,
    "up",        "down",          "open_source", kLine,   "focus",   "zoom_selection",
    "deselect"};
constexpr std::array<std::string_view, 14> kCompare{
    "compare_two", "compare",        "close_b",     kLine,       "swap_runs",
    "switch_run",  "link_runs",      "beside",      kLine,       "realign",
    "align_steps", "align_selected", "align_start", "undo_shift"};
constexpr std::array<std::string_view, 10> kEdit{"undo",      "redo",       kLine,           "mark",
                                                 "note",      "next_mark",  "previous_mark", kLine,
                                                 "edit_mark", "delete_mark"};
constexpr std::array<std::string_view, 4> kHelp{"tour", "first_steps", "keys", "documentation"};
constexpr std::array<std::string_view, 1> kHelpEnd{"about"};

constexpr std::array kTitles{"File", "Edit", "View", "Go", "Compare", "Help"};
constexpr const char* kMore = "More";
constexpr std::string_view kProgram = "Lanescope";
constexpr float kMarginPx = 14;

/// The program's name gives way first, then the menus at the end.
struct MenusInRoom {
  MenusInRoom(const Ui& ui, float room_px) {
    float all_px = 0;
    for (const char* title : kTitles) all_px += text_button_width(ui, title);
    name_px = text_width(ui.face().strong, kProgram) + ui.px(kMarginPx);
    with_name = name_px + all_px <= room_px;
    if (all_px <= room_px) return;
    float left_px = room_px - text_button_width(ui, kMore);
    for (shown = 0; shown < kTitles.size(); ++shown) {
      left_px -= text_button_width(ui, kTitles.at(shown));
      if (left_px < 0) break;
    }
  }
  float name_px = 0;
  bool with_name = false;
  std::size_t shown = kTitles.size();
};

void draw_commands(const Ui& ui, MainWindow& window, std::span<const std::string_view> ids) {
  bool line = false;  // before the next command
  for (const std::string_view id : ids) {
    line = line || id == kLine;
    const Command* command = find_command(id);
    if (command == nullptr || !is_offered(*command, window)) continue;
    if (std::exchange(line, false)) menu_separator(ui);
    const bool checked = command->checked != nullptr && command->checked(window);
    if (menu_item(ui, command->title, chord_text(window.settings().keys.keys_of(*command).first),
                  command->enabled(window), checked)) {
      window.ask(request::RunCommand{command, CommandWay::Menu});
    }
  }
}

void draw_examples(const Ui& ui, MainWindow& window) {
  if (window.options().examples.empty()) return;
  menu_separator(ui);
  menu_note(ui, "EXAMPLES");
  const std::string chosen = draw_example_items(ui, window.options().examples);
  if (!chosen.empty()) window.ask(workspace::Open{chosen});
}

void draw_theme(const Ui& ui, MainWindow& window) {
  if (!begin_submenu(ui, "Theme")) return;
  draw_commands(ui, window, kTheme);
  end_menu();
}

}  // namespace

void TopBar::draw_recent(const Ui& ui, MainWindow& window) {
  const auto& recent = window.settings().recent;
  if (recent.empty() && !window.options().offers.folders) return;
  if (!begin_submenu(ui, "Open recent", !recent.empty())) return;
  const RecentMenu::Choice choice = recent_.draw(ui, recent);
  menu_separator(ui);
  draw_commands(ui, window, kAfterRecent);
  end_menu();
  if (choice.open) window.ask(open_again(*choice.open));
  if (choice.forget) window.ask(request::ForgetRecent{*choice.forget});
}

void TopBar::draw_menu_rows(const Ui& ui, std::string_view title, MainWindow& window) {
  if (title == "File") {
    draw_commands(ui, window, kFileBeforeRecent);
    draw_recent(ui, window);
    draw_commands(ui, window, kFileBetween);
    menu_separator(ui);
    draw_commands(ui, window, kFileAtEnd);
  }
  if (title == "Edit") draw_commands(ui, window, kEdit);
  if (title == "View") {
    draw_commands(ui, window, kView);
    draw_theme(ui, window);
    draw_commands(ui, window, kViewAfterTheme);
  }
  if (title == "Go") draw_commands(ui, window, kGo);
  if (title == "Compare") draw_commands(ui, window, kCompare);
  if (title == "Help") {
    draw_commands(ui, window, kHelp);
    draw_examples(ui, window);
    menu_separator(ui);
    draw_commands(ui, window, kHelpEnd);
  }
}

float TopBar::draw_menus(const Ui& ui, Rect bar, MainWindow& window) {
  const Face& face = ui.face().strong;
  float x = bar.x0 + ui.px(kMarginPx);
  const Recording* recording = window.workspace().recording();
  const float state_px = recording != nullptr ? record_strip_least_px(ui, *recording) : 0;
  const MenusInRoom menus_in_room(ui, bar.x1 - x - state_px);
  if (menus_in_room.with_name) {
    draw_text(face, {x, centered_y(face, bar)}, ui.color().text, kProgram);
    x += menus_in_room.name_px;
  }
  MenuBar menus(ui, {x, bar.y0, bar.x1, bar.y1}, menus_);
  const std::span titles(kTitles);
  for (const char* title : titles.first(menus_in_room.shown)) {
    if (!menus.menu(title)) continue;
    draw_menu_rows(ui, title, window);
    end_menu();
  }
  const auto folded = titles.subspan(menus_in_room.shown);
  if (folded.empty() || !menus.menu(kMore)) return menus.end_x();
  for (const char* title : folded) {
    if (!begin_submenu(ui, title)) continue;
    draw_menu_rows(ui, title, window);
    end_menu();
  }
  end_menu();
  return menus.end_x();
}

}  // namespace lanescope
