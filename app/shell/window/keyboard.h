// Who has the keyboard: keys that move the view as long as they are held, and the walk from control
// to control. Dear ImGui moves the focus; here is decided when it may.
#pragma once

#include <array>

#include "app/panes/pane/pressed_keys.h"

namespace lanescope {

/// UI thread only.
class Keyboard {
 public:
  /// A letter by its place on a US keyboard.
  void letter_key(char letter, bool down);
  /// `arrows`: they are not a pane's.
  [[nodiscard]] PressedKeys held(bool arrows) const;
  /// Letters that commands have too move the view at the moment.
  [[nodiscard]] bool letters_move() const;

  /// Tab and arrows go from control to control and Enter presses it, until Esc.
  void toggle_walk() { walks_ = begins_ = !walks_; }
  [[nodiscard]] bool walks() const { return walks_; }
  /// Once a frame before anything is drawn: Esc or the mouse end the walk; dialogs and menus are
  /// always walked through.
  void refresh_walk();
  /// In the ImGui window that is walked through, which has begun: its first control has the focus.
  void begin_walk();
  /// At the end of a frame: Tab goes on from a field, but arrows stay in it, and in the list that
  /// it narrows.
  static void leave_arrows_to_fields();

 private:
  [[nodiscard]] bool down(char letter) const {
    return letters_down_.at(static_cast<std::size_t>(letter - 'A'));
  }
  std::array<bool, 26> letters_down_{};
  bool walks_ = false, begins_ = false;
};

}  // namespace lanescope
