// What is recorded of machine code, and how its callers are found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace lanescope {

enum class NativeMode : std::uint8_t {
  Off,
  On,      // Dwarf where this machine can do it, else Frames; at most 500 Hz
  Dwarf,   // by unwind tables: also in code without frame pointers
  Frames,  // by frame pointers, as the kernel does it: cheaper, wrong in most optimized code
};

inline constexpr std::array<std::pair<std::string_view, NativeMode>, 4> kNativeModes{
    {{"off", NativeMode::Off},
     {"on", NativeMode::On},
     {"dwarf", NativeMode::Dwarf},
     {"frames", NativeMode::Frames}}};

constexpr std::optional<NativeMode> parse_native_mode(std::string_view text) {
  for (const auto& [name, mode] : kNativeModes) {
    if (name == text) return mode;
  }
  return std::nullopt;
}
constexpr std::string_view native_mode_name(NativeMode mode) {
  return kNativeModes.at(static_cast<std::size_t>(mode)).first;
}

}  // namespace lanescope
