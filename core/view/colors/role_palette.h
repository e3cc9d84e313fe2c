// The colours of roles, dark and light, with their variations: lightness ±0.03 and hue ±6° in
// OKLCh. Distances between roles stay safe for the common colour-vision deficiencies, and text on
// every fill is readable; tests hold both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/view/colors/oklab.h"
#include "core/view/colors/role.h"

namespace lanescope {

enum class ThemeKind : std::uint8_t { Dark, Light };

/// 0xAABBGGRR, opaque: what Dear ImGui calls IM_COL32.
constexpr std::uint32_t packed(Rgb color, std::uint8_t alpha = 255) {
  return static_cast<std::uint32_t>(alpha) << 24U | static_cast<std::uint32_t>(color.b) << 16U |
         static_cast<std::uint32_t>(color.g) << 8U | color.r;
}

/// The role's own colour, for legends, bars and table squares.
Rgb role_color(ThemeKind theme, ColorRole role);

/// Ready-made values for drawing; 2.8 KB. Get it once and keep the reference.
struct RolePalette {
  std::array<std::array<std::uint32_t, RoleTable::kShades>, kRoleCount> fill;
  std::array<std::array<std::uint32_t, RoleTable::kShades>, kRoleCount>
      text;  // readable on that fill

  [[nodiscard]] std::uint32_t fill_of(ColorRole role, std::uint8_t shade) const {
    return fill[static_cast<std::size_t>(role)][shade];
  }
  [[nodiscard]] std::uint32_t text_of(ColorRole role, std::uint8_t shade) const {
    return text[static_cast<std::size_t>(role)][shade];
  }
};
const RolePalette& role_palette(ThemeKind theme);

// Colours from "much less" over "the same" to "much more": blue and orange, which every common
// colour-vision deficiency tells apart; tests hold that, and that text on them can be read.

struct DiffPalette {
  static constexpr std::size_t kSteps = 5;  // from the middle to either end
  static constexpr std::size_t kSame = kSteps;
  static constexpr std::size_t kShades = 2 * kSteps + 1;

  std::array<Rgb, kShades> fill;  // the largest decrease first
  std::array<Rgb, kShades> text;  // readable on that fill
};
const DiffPalette& diff_palette(ThemeKind theme);
/// Of the same theme.
const DiffPalette& diff_palette(const RolePalette& beside);

}  // namespace lanescope
