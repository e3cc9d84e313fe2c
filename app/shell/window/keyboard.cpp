#include "app/shell/window/keyboard.h"

#include <algorithm>
#include <array>
#include <utility>

#include "imgui_internal.h"

#include "app/shell/keys/chord.h"
#include "app/widgets/dialog.h"

namespace lanescope {
namespace {

void let_keys_walk(bool on) {
  ImGuiIO& io = ImGui::GetIO();
  if (on) {
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  } else {
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
  }
}

constexpr std::array kArrows{ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow,
                             ImGuiKey_DownArrow};

ImGuiID combinations() {
  return ImHashStr("keyboard.combinations");
}

/// An arrow that is down with a modifier belongs to that combination until it is released: whoever
/// lets go of Alt first after Alt+Left does not want to pan. ImGui ends the ownership with the key.
void claim_combined_arrows() {
  const ImGuiIO& io = ImGui::GetIO();
  if (!io.KeyCtrl && !io.KeyAlt && !io.KeySuper) return;
  for (const ImGuiKey arrow : kArrows) {
    if (ImGui::IsKeyDown(arrow)) ImGui::SetKeyOwner(arrow, combinations());
  }
}

bool arrow_down(ImGuiKey arrow) {
  return ImGui::IsKeyDown(arrow) && ImGui::GetKeyOwner(arrow) != combinations();
}

bool any_key_down() {
  for (int i = ImGuiKey_NamedKey_BEGIN; i < ImGuiKey_NamedKey_END; ++i) {
    const auto key = static_cast<ImGuiKey>(i);
    if (is_plain_key(key) && ImGui::IsKeyDown(key)) return true;
  }
  return false;
}

bool mouse_is_used() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || io.MouseWheel != 0 ||
         io.MouseWheelH != 0 || ImGui::IsAnyMouseDown();
}

}  // namespace

void Keyboard::letter_key(char letter, bool down) {
  if (letter >= 'A' && letter <= 'Z')
    letters_down_.at(static_cast<std::size_t>(letter - 'A')) = down;
}

PressedKeys Keyboard::held(bool arrows) const {
  const ImGuiIO& io = ImGui::GetIO();
  PressedKeys keys;
  if (io.WantTextInput || walks_ || any_popup() || io.KeyCtrl || io.KeyAlt || io.KeySuper)
    return keys;
  keys.zoom_in = down('W');
  keys.zoom_out = down('S');
  keys.earlier = down('A') || (arrows && arrow_down(ImGuiKey_LeftArrow));
  keys.later = down('D') || (arrows && arrow_down(ImGuiKey_RightArrow));
  keys.up = arrows && arrow_down(ImGuiKey_UpArrow);
  keys.down = arrows && arrow_down(ImGuiKey_DownArrow);
  keys.fast = io.KeyShift;
  return keys;
}

bool Keyboard::letters_move() const {
  const PressedKeys keys = held(false);
  return keys.zoom_in || keys.zoom_out || down('A') || down('D');
}

void Keyboard::begin_walk() {
  if (!std::exchange(begins_, false)) return;
  ImGuiContext& context = *ImGui::GetCurrentContext();
  // Otherwise Ctrl+Tab would open ImGui's own list of windows.
  context.ConfigNavWindowingKeyNext = context.ConfigNavWindowingKeyPrev = 0;
  ImGui::FocusWindow(context.CurrentWindow);
  ImGui::NavInitWindow(context.CurrentWindow, true);
  context.NavDisableHighlight = false;
  context.NavDisableMouseHover = true;
}

void Keyboard::refresh_walk() {
  const bool ends = ImGui::IsKeyPressed(ImGuiKey_Escape, false) ||
                    ImGui::IsKeyPressed(ImGuiKey_F6, false) ||
                    ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (walks_ && !begins_ && ends && !any_popup()) walks_ = false;
  let_keys_walk(walks_ || any_popup());
  claim_combined_arrows();
}

void Keyboard::note_last_used() {
  const bool letter_down = std::ranges::find(letters_down_, true) != letters_down_.end();
  if (letter_down || any_key_down()) {
    mouse_rests_ = true;
  } else if (mouse_is_used()) {
    mouse_rests_ = false;
  }
}

void Keyboard::note_popups() {
  had_popup_ = any_popup();
}

void Keyboard::leave_arrows_to_fields() {
  if (ImGui::GetIO().WantTextInput) let_keys_walk(false);
}

}  // namespace lanescope
