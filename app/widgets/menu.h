// Menu bars, and menus that open below them or at the mouse.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// One row of an open menu; true if it was clicked and is enabled.
bool menu_item(const Ui& ui, std::string_view label, std::string_view shortcut, bool enabled = true,
               bool checked = false);
/// A gray row for something that is gone, with a button at its right end; true if that was clicked.
/// The menu stays open.
bool menu_gone_item(const Ui& ui, std::string_view label, std::string_view words, WidgetName button,
                    std::string_view hint);
/// A row with information.
void menu_note(const Ui& ui, std::string_view text);
void menu_separator(const Ui& ui);

/// Opens a menu at a button: below it, or above it in the lower half of the window. It begins at
/// the button's left edge, or ends at its right one. Call begin_menu() for it before any other.
enum class MenuEdge : std::uint8_t { Left, Right };
void open_menu_at(const Ui& ui, Rect button, const char* id, MenuEdge edge = MenuEdge::Left);

/// Opens when clicked; if true, draw its rows, then call end_menu().
bool begin_menu(const Ui& ui, const char* id);
void end_menu();

/// A row of an open menu that opens another one beside it while the mouse is over it; if true, draw
/// that one's rows, then call end_menu().
bool begin_submenu(const Ui& ui, const char* label, bool enabled = true);

/// Which menu of a bar is open. Kept between frames.
struct MenuBarState {
  std::string open;  // its title; empty: none
};

/// The titles of a menu bar, from left to right. Clicking one opens its menu; while one is open,
/// hovering over another switches to it.
class MenuBar {
 public:
  MenuBar(const Ui& ui, Rect bar, MenuBarState& state) : ui_(&ui), bar_(bar), state_(&state) {}

  /// True while the menu is open: draw its rows, then call end_menu().
  bool menu(const char* title);
  /// Where the next title would start.
  [[nodiscard]] float end_x() const { return bar_.x0; }

 private:
  const Ui* ui_;
  Rect bar_;
  MenuBarState* state_;
};

}  // namespace lanescope
