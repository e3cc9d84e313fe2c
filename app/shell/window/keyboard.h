// Decides what the keyboard does: move the view while keys are held, or navigate between controls.
// Dear ImGui moves the focus; this class decides when it may.
#pragma once

#include <array>

#include "app/panes/pane/pressed_keys.h"

namespace lanescope {

/// UI thread only.
class Keyboard {
 public:
  /// A letter by its position on a US keyboard.
  void letter_key(char letter, bool down);
  /// `arrows`: the arrow keys are not used by a pane.
  [[nodiscard]] PressedKeys held(bool arrows) const;
  /// Whether letters that are also shortcuts move the view at the moment.
  [[nodiscard]] bool letters_move() const;

  /// Starts or ends keyboard navigation: Tab and arrows move between controls and Enter presses
  /// them, until Esc.
  void toggle_walk() { walks_ = begins_ = !walks_; }
  [[nodiscard]] bool walks() const { return walks_; }
  /// Call once per frame before anything is drawn: Esc, F6 or a click ends navigation; in dialogs
  /// and menus it is always on.
  void refresh_walk();
  /// Call in the ImGui window to be navigated, after its Begin: gives its first control the focus.
  void begin_walk();
  /// Call once per frame: whether a key was used after the mouse, see Ui::mouse_rests.
  void note_last_used();
  [[nodiscard]] bool mouse_rests() const { return mouse_rests_; }
  /// Call at the end of a frame. While a menu is open, keys belong to it, also the one that closes
  /// it: ImGui does so before the next frame is drawn.
  void note_popups();
  [[nodiscard]] bool had_popup() const { return had_popup_; }
  /// Call at the end of a frame: in a text field, Tab moves the focus, but arrows stay in the field
  /// and its list.
  static void leave_arrows_to_fields();

 private:
  [[nodiscard]] bool down(char letter) const {
    return letters_down_.at(static_cast<std::size_t>(letter - 'A'));
  }
  std::array<bool, 26> letters_down_{};
  bool walks_ = false, begins_ = false, had_popup_ = false, mouse_rests_ = false;
};

}  // namespace lanescope
