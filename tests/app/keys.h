// Key events as a keyboard sends them to ImGui.
#pragma once

#include "imgui.h"

namespace lanescope {

/// Presses or releases modifiers, a combination of ImGuiMod flags.
inline void send_modifiers(int mods, bool down) {
  for (const ImGuiKey mod : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt}) {
    if ((mods & mod) != 0) ImGui::GetIO().AddKeyEvent(mod, down);
  }
}

/// Strikes a key while modifiers are held; `frame` draws a frame after the press and after the
/// release.
template <typename Frame>
void strike_key(ImGuiKey key, int mods, const Frame& frame) {
  send_modifiers(mods, true);
  ImGui::GetIO().AddKeyEvent(key, true);
  frame();
  ImGui::GetIO().AddKeyEvent(key, false);
  send_modifiers(mods, false);
  frame();
}

}  // namespace lanescope
