// Everything a user can do by a menu or a key, in one table. Menus, keys and the key list read it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/shell/keys/chord.h"

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
  std::string_view title;  // sentence case; an ellipsis when a dialog follows
  CommandGroup group;
  Chord keys;
  Chord other_keys;  // a second way
  bool (*enabled)(const MainWindow& window);
  void (*run)(MainWindow& window);
  bool (*checked)(const MainWindow& window) = nullptr;
};

std::span<const Command> commands();
const Command* find_command(std::string_view id);
/// "View".
std::string_view group_word(CommandGroup group);
/// In capitals, as heads of sections are written.
std::string_view group_title(CommandGroup group);

/// How a command was given.
enum class CommandWay : std::uint8_t { Keys, Menu, Palette, Button };
/// "its keys, Ctrl+Q", "the menu", "the command palette", "a button".
std::string way_text(CommandWay way, const MainWindow& window, const Command& command);

/// The command whose keys were pressed in this frame: of several the first that can be run, else
/// the first; null when there is none. `skip_letters`: letters move the view at the moment.
const Command* pressed_command(const MainWindow& window, bool skip_letters);
/// Runs the command whose keys were pressed in this frame.
void run_pressed_command(MainWindow& window, bool skip_letters);

/// What only the mouse does, for the key list.
struct MouseHelp {
  std::string_view what, how;
};
std::span<const MouseHelp> mouse_help();

}  // namespace lanescope
