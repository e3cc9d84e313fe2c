#include "app/shell/keys/key_map.h"

#include <algorithm>
#include <array>
#include <span>

#include "app/shell/keys/commands.h"
#include "app/shell/keys/page_keys.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kKeyPresets> kTitles{"Lanescope", "Perfetto", "Tracy",
                                                            "Nsight"};

/// Differences between a preset and the default shortcuts.
struct PresetKeys {
  std::string_view id;
  CommandKeys keys;
};

constexpr Chord key(ImGuiKey which, int mods = 0) {
  return {which, mods, 0, false};
}

constexpr std::array kPerfetto{
    PresetKeys{"search", {key(ImGuiKey_S, ImGuiMod_Ctrl), {ImGuiKey_None, 0, '/', false}}},
    PresetKeys{"details", {key(ImGuiKey_B, ImGuiMod_Ctrl), {}}},
    PresetKeys{"next_match", {key(ImGuiKey_Enter), key(ImGuiKey_F3)}},
    PresetKeys{"open_source", {key(ImGuiKey_Enter, ImGuiMod_Ctrl), {}}},
    PresetKeys{"previous_match",
               {key(ImGuiKey_Enter, ImGuiMod_Shift), key(ImGuiKey_F3, ImGuiMod_Shift)}},
};
constexpr std::array kTracy{
    PresetKeys{"whole_trace", {key(ImGuiKey_R), key(ImGuiKey_Home)}},
    PresetKeys{"mark", {key(ImGuiKey_N), {}}},
    PresetKeys{"note", {key(ImGuiKey_N, ImGuiMod_Shift), {}}},
    PresetKeys{"next_mark", {key(ImGuiKey_M), {}}},
    PresetKeys{"previous_mark", {key(ImGuiKey_M, ImGuiMod_Shift), {}}},
};
constexpr std::array kNsight{
    PresetKeys{"zoom_in", {{ImGuiKey_Equal, ImGuiMod_Ctrl, 0, true}, {}}},
    PresetKeys{"zoom_out", {{ImGuiKey_Minus, ImGuiMod_Ctrl, 0, true}, {}}},
    PresetKeys{"whole_trace", {key(ImGuiKey_0, ImGuiMod_Ctrl), key(ImGuiKey_Home)}},
    PresetKeys{"zoom_selection", {key(ImGuiKey_Z, ImGuiMod_Shift), key(ImGuiKey_Z)}},
    PresetKeys{"larger", {{ImGuiKey_KeypadAdd, ImGuiMod_Ctrl, 0, true}, {}}},
    PresetKeys{"smaller", {{ImGuiKey_KeypadSubtract, ImGuiMod_Ctrl, 0, true}, {}}},
    PresetKeys{"usual_size", {}},
};

std::span<const PresetKeys> differences(KeyPreset preset) {
  switch (preset) {
    case KeyPreset::Lanescope:
      return {};
    case KeyPreset::Perfetto:
      return kPerfetto;
    case KeyPreset::Tracy:
      return kTracy;
    case KeyPreset::Nsight:
      return kNsight;
  }
  return {};
}

CommandKeys preset_keys(KeyPreset preset, const Command& command) {
  for (const PresetKeys& keys : differences(preset)) {
    if (keys.id == command.id) return keys.keys;
  }
  return {command.keys, command.other_keys};
}

bool same_press(const Chord& a, const Chord& b) {
  return !a.empty() && a.key == b.key && a.mods == b.mods && a.character == b.character;
}

/// Keys that move the view while held, whatever else they do.
bool moves_view(const Chord& chord) {
  constexpr std::array kMoving{ImGuiKey_W,       ImGuiKey_A,         ImGuiKey_S,
                               ImGuiKey_D,       ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
                               ImGuiKey_UpArrow, ImGuiKey_DownArrow};
  return (chord.mods & ~ImGuiMod_Shift) == 0 &&
         std::ranges::find(kMoving, chord.key) != kMoving.end();
}

}  // namespace

std::string_view preset_title(KeyPreset preset) {
  return kTitles.at(static_cast<std::size_t>(preset));
}

std::optional<KeyPreset> find_preset(std::string_view title) {
  const auto found = std::ranges::find(kTitles, title);
  if (found == kTitles.end()) return std::nullopt;
  return static_cast<KeyPreset>(found - kTitles.begin());
}

CommandKeys KeyMap::keys_of(const Command& command) const {
  const auto found = changed.find(command.id);
  return found != changed.end() ? found->second : usual_keys(command);
}

/// What is not changed.
CommandKeys KeyMap::usual_keys(const Command& command) const {
  const CommandKeys keys = preset_keys(preset, command);
  if (!in_page) return keys;
  const CommandKeys there{page_chord(keys.first), page_chord(keys.second)};
  return there.first.empty() ? CommandKeys{there.second, {}} : there;
}

bool KeyMap::is_changed(const Command& command) const {
  return changed.find(command.id) != changed.end();
}

void KeyMap::set(const Command& command, const Chord& chord) {
  const CommandKeys usual = usual_keys(command);
  CommandKeys keys{chord, {}};
  keys.first.repeats = usual.first.repeats;
  if (same_press(chord, usual.first)) {
    reset(command);
  } else {
    changed.insert_or_assign(std::string(command.id), keys);
  }
}

void KeyMap::reset(const Command& command) {
  const auto found = changed.find(command.id);
  if (found != changed.end()) changed.erase(found);
}

void KeyMap::use(KeyPreset other) {
  preset = other;
  changed.clear();
}

std::vector<std::string_view> KeyMap::also_does(const Chord& chord, const Command& except) const {
  std::vector<std::string_view> others;
  for (const Command& command : commands()) {
    if (command.id == except.id) continue;
    const CommandKeys keys = keys_of(command);
    if (same_press(keys.first, chord) || same_press(keys.second, chord))
      others.push_back(command.title);
  }
  if (moves_view(chord)) others.push_back("moving the view");
  return others;
}

std::string keys_text(const CommandKeys& keys) {
  const std::string first = chord_text(keys.first);
  std::string second = chord_text(keys.second);
  if (first.empty() || first == second) return second;  // a keypad key with the same name
  return second.empty() ? first : first + "   or   " + second;
}

}  // namespace lanescope
