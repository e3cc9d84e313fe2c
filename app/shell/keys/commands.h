// The table of everything a user can do with a menu or a key. Menus, shortcuts and the key list are
// built from it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/shell/keys/chord.h"
#include "app/shell/keys/key_map.h"
#include "app/shell/window/offers.h"

namespace lanescope {

class MainWindow;

enum class CommandGroup : std::uint8_t {
  File,
  Edit,
  View,
  Lanes,
  Go,
  Compare,
  Marks,
  Selection,
  Help
};

struct Command {
  std::string_view id;     // for tests and settings
  std::string_view title;  // sentence case; with an ellipsis if a dialog follows
  CommandGroup group;
  Chord keys;
  Chord other_keys;  // an alternative
  bool (*enabled)(const MainWindow& window);
  void (*run)(MainWindow& window);
  bool (*checked)(const MainWindow& window) = nullptr;
  Need need = Need::Nothing;
};

/// All there are, also those that need what this system does not offer.
std::span<const Command> commands();
/// Whether the system offers what the command needs: others are not shown.
bool is_offered(const Command& command, const MainWindow& window);
const Command* find_command(std::string_view id);
/// "View".
std::string_view group_word(CommandGroup group);
/// In capitals, for headings of sections.
std::string_view group_title(CommandGroup group);

/// How a command was invoked.
enum class CommandWay : std::uint8_t { Keys, Menu, Palette, Button };
/// "shortcut Ctrl+Q", "the menu", "the command palette", "a button".
std::string way_text(CommandWay way, const MainWindow& window, const Command& command);

/// The command whose shortcut was pressed in this frame: the first enabled one, else the first;
/// null if there is none. `skip_letters`: letters currently move the view.
const Command* pressed_command(const MainWindow& window, bool skip_letters);
/// Runs the command whose shortcut was pressed in this frame.
void run_pressed_command(MainWindow& window, bool skip_letters);

/// Mouse actions, for the key list.
struct MouseHelp {
  std::string_view what, how;
  std::string_view how_if_wheel_scrolls = {};  // if that differs, see KeyMap::wheel_scrolls

  [[nodiscard]] std::string_view how_with(const KeyMap& keys) const {
    return keys.wheel_scrolls() && !how_if_wheel_scrolls.empty() ? how_if_wheel_scrolls : how;
  }
};
std::span<const MouseHelp> mouse_help();

}  // namespace lanescope
