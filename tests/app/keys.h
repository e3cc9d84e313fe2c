// Keys as a keyboard sends them to ImGui.
#pragma once

#include "imgui.h"

namespace lanescope {

/// Keys of ImGuiMod, all of them pressed or let go.
inline void send_modifiers(int mods, bool down) {
  for (const ImGuiKey mod : {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt}) {
    if ((mods & mod) != 0) ImGui::GetIO().AddKeyEvent(mod, down);
  }
}

/// A key is struck while modifiers are held; `frame` draws what each half of it does.
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
