// Menus: words in a bar, and lists that open under them or at the mouse.
#pragma once

#include <string>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// One row of an open menu; false also when it is not enabled.
bool menu_item(const Ui& ui, std::string_view label, std::string_view shortcut, bool enabled = true,
               bool checked = false);
/// A row that tells something.
void menu_note(const Ui& ui, std::string_view text);
void menu_separator(const Ui& ui);

/// Opens under a click; draw its rows when true, then call end_menu().
bool begin_menu(const Ui& ui, const char* id);
void end_menu();

/// Which menu of a bar is open; lives from frame to frame.
struct MenuBarState {
  std::string open;  // its title; empty: none
};

/// The words of a menu bar, from left to right. Pressing one opens its menu; with one open, the
/// mouse moves from menu to menu.
class MenuBar {
 public:
  MenuBar(const Ui& ui, Rect bar, MenuBarState& state) : ui_(&ui), bar_(bar), state_(&state) {}

  /// True while the menu is open: draw its rows, then call end_menu().
  bool menu(const char* title);
  /// Where the next word would start.
  [[nodiscard]] float end_x() const { return bar_.x0; }

 private:
  const Ui* ui_;
  Rect bar_;
  MenuBarState* state_;
};

}  // namespace lanescope
