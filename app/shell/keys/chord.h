// A keyboard shortcut.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "imgui.h"

namespace lanescope {

struct Chord {
  ImGuiKey key = ImGuiKey_None;
  int mods = 0;            // ImGuiMod_ flags of all modifiers
  char32_t character = 0;  // instead of a key: the character typed, independent of the layout
  bool repeats = false;

  [[nodiscard]] bool empty() const { return key == ImGuiKey_None && character == 0; }
  friend bool operator==(const Chord&, const Chord&) = default;
};

/// Whether it is on a keyboard and no modifier; ImGui counts mouse buttons as keys too.
bool is_plain_key(ImGuiKey key);

/// Whether it was pressed in this frame. Call between ImGui's NewFrame and Render.
bool pressed(const Chord& chord);
/// "Ctrl+Shift+P", "?", "Alt+←".
std::string chord_text(const Chord& chord);

/// The form for settings files: "Ctrl+Equal", "char ]"; "" for none. parse_chord() reads it, and
/// returns nullopt for anything else.
std::string chord_id(const Chord& chord);
std::optional<Chord> parse_chord(std::string_view id);

}  // namespace lanescope
