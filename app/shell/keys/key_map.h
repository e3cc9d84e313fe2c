// Which shortcut runs which command: those of a preset, and the user's changes.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/shell/keys/chord.h"

namespace lanescope {

struct Command;

/// The program whose shortcuts are used.
enum class KeyPreset : std::uint8_t { Lanescope, Perfetto, Tracy, Nsight };
inline constexpr int kKeyPresets = 4;
std::string_view preset_title(KeyPreset preset);
/// By its title, case-sensitive.
std::optional<KeyPreset> find_preset(std::string_view title);

/// The shortcuts of a command; either may be empty.
struct CommandKeys {
  Chord first, second;
  friend bool operator==(const CommandKeys&, const CommandKeys&) = default;
};

struct KeyMap {
  KeyPreset preset = KeyPreset::Lanescope;
  std::map<std::string, CommandKeys, std::less<>> changed;  // by command id
  bool in_page = false;  // of a browser, which keeps some keys: presets have others there

  /// Cost: O(log(changed) + keys of the preset); allocates nothing.
  [[nodiscard]] CommandKeys keys_of(const Command& command) const;
  [[nodiscard]] bool is_changed(const Command& command) const;
  /// Makes `chord` the first shortcut and removes the second. A change that equals the preset is
  /// not stored.
  void set(const Command& command, const Chord& chord);
  void reset(const Command& command);
  /// Whether the wheel scrolls the lanes, as in Perfetto, rather than zoom.
  [[nodiscard]] bool wheel_scrolls() const { return preset == KeyPreset::Perfetto; }
  /// Takes back all changes too.
  void use(KeyPreset other);
  /// What else the chord does: titles of other commands, "moving the view". Empty: nothing.
  [[nodiscard]] std::vector<std::string_view> also_does(const Chord& chord,
                                                        const Command& except) const;
  friend bool operator==(const KeyMap&, const KeyMap&) = default;

 private:
  [[nodiscard]] CommandKeys usual_keys(const Command& command) const;
};

/// "Ctrl+P   or   F1".
std::string keys_text(const CommandKeys& keys);

}  // namespace lanescope
