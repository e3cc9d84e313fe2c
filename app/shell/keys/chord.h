// Keys that call a command.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "imgui.h"

namespace lanescope {

struct Chord {
  ImGuiKey key = ImGuiKey_None;
  int mods = 0;            // ImGuiMod_ flags, all that are down
  char32_t character = 0;  // instead of a key: what typing gave, wherever it lies on this keyboard
  bool repeats = false;

  [[nodiscard]] bool empty() const { return key == ImGuiKey_None && character == 0; }
  friend bool operator==(const Chord&, const Chord&) = default;
};

/// Whether it was pressed in this frame. Call between ImGui's NewFrame and Render.
bool pressed(const Chord& chord);
/// "Ctrl+Shift+P", "?", "Alt+←".
std::string chord_text(const Chord& chord);

/// How a chord is kept in a file: "Ctrl+Equal", "char ]"; "" for none. parse_chord() reads it again
/// and gives nothing for what is no chord.
std::string chord_id(const Chord& chord);
std::optional<Chord> parse_chord(std::string_view id);

}  // namespace lanescope
