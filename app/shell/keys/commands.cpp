#include "app/shell/keys/commands.h"

#include <algorithm>
#include <array>

#include "app/shell/keys/key_map.h"
#include "app/shell/window/main_window.h"

namespace lanescope {
namespace {

struct GroupNames {
  std::string_view word, title;
};

/// In the order of CommandGroup.
constexpr std::array<GroupNames, 9> kGroups{{{"Files", "FILES"},
                                             {"Edit", "EDIT"},
                                             {"View", "VIEW"},
                                             {"Lanes", "LANES"},
                                             {"Go", "GO"},
                                             {"Compare", "COMPARE"},
                                             {"Marks", "MARKS"},
                                             {"Selection", "SELECTION"},
                                             {"Help", "HELP"}}};

constexpr std::array kMouseHelp{
    MouseHelp{"Zoom in, out", "W   S"},
    MouseHelp{"In the search box: next, previous match", "Enter   Shift+Enter"},
    MouseHelp{"Pan in time", "A   D   or   ←   →"},
    MouseHelp{"Scroll the lanes", "↑   ↓"},
    MouseHelp{"The same, faster", "with Shift"},
    MouseHelp{"Zoom at the cursor", "wheel over the lanes, Ctrl+wheel anywhere", "Ctrl+wheel"},
    MouseHelp{"Pan in time", "Shift+wheel"},
    MouseHelp{"Scroll the lanes", "wheel over lane names", "wheel"},
    MouseHelp{"Select a range and measure it", "drag, also on the ruler"},
    MouseHelp{"Pan in both directions", "right drag, Shift+drag"},
    MouseHelp{"Zoom to a box", "middle drag"},
    MouseHelp{"Select an event", "click"},
    MouseHelp{"Add to the selection", "Ctrl+click"},
    MouseHelp{"Zoom to an event", "double-click"},
    MouseHelp{"Lane menu", "right click"},
};

bool is_letter(const Chord& chord) {
  return chord.mods == 0 && chord.key >= ImGuiKey_A && chord.key <= ImGuiKey_Z;
}

/// On many keyboards "+" is Shift with the key of "=", which is shown as "Ctrl++".
bool pressed_as_plus(const Chord& chord) {
  if (chord.key != ImGuiKey_Equal || (chord.mods & ImGuiMod_Ctrl) == 0) return false;
  return pressed({chord.key, chord.mods | ImGuiMod_Shift, 0, chord.repeats});
}

/// The first enabled command of which `hit` says that one of its chords was pressed, else the
/// first.
template <typename Hit>
const Command* first_hit(const MainWindow& window, const Hit& hit) {
  const Command* first = nullptr;
  for (const Command& command : commands()) {
    if (!is_offered(command, window)) continue;
    const CommandKeys keys = window.settings().keys.keys_of(command);
    if (!hit(keys.first) && !hit(keys.second)) continue;
    if (command.enabled(window)) return &command;
    if (first == nullptr) first = &command;
  }
  return first;
}

}  // namespace

bool is_offered(const Command& command, const MainWindow& window) {
  return window.options().offers.has(command.need);
}

const Command* find_command(std::string_view id) {
  const auto found = std::ranges::find(commands(), id, &Command::id);
  return found == commands().end() ? nullptr : &*found;
}

std::string_view group_title(CommandGroup group) {
  return kGroups.at(static_cast<std::size_t>(group)).title;
}

std::string_view group_word(CommandGroup group) {
  return kGroups.at(static_cast<std::size_t>(group)).word;
}

const Command* pressed_command(const MainWindow& window, bool skip_letters) {
  const auto hit = [skip_letters](const Chord& chord) {
    return !(skip_letters && is_letter(chord)) && pressed(chord);
  };
  const Command* exact = first_hit(window, hit);
  return exact != nullptr ? exact : first_hit(window, pressed_as_plus);
}

std::string way_text(CommandWay way, const MainWindow& window, const Command& command) {
  switch (way) {
    case CommandWay::Keys:
      return "shortcut " + keys_text(window.settings().keys.keys_of(command));
    case CommandWay::Menu:
      return "the menu";
    case CommandWay::Palette:
      return "the command palette";
    case CommandWay::Button:
      break;
  }
  return "a button";
}

void run_pressed_command(MainWindow& window, bool skip_letters) {
  const Command* command = pressed_command(window, skip_letters);
  if (command != nullptr && command->enabled(window)) window.run(*command, CommandWay::Keys);
}

std::span<const MouseHelp> mouse_help() {
  return kMouseHelp;
}

}  // namespace lanescope
