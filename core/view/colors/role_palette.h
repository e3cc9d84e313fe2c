// Role colors for the dark and light themes, with variations of ±0.03 in lightness and ±6° in hue
// in OKLCh. Roles remain distinguishable with the common color-vision deficiencies, and text is
// readable on every fill; tests check both.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/view/colors/oklab.h"
#include "core/view/colors/role.h"

namespace lanescope {

enum class ThemeKind : std::uint8_t { Dark, Light };

/// 0xAABBGGRR, opaque; the same as Dear ImGui's IM_COL32.
constexpr std::uint32_t packed(Rgb color, std::uint8_t alpha = 255) {
  return static_cast<std::uint32_t>(alpha) << 24U | static_cast<std::uint32_t>(color.b) << 16U |
         static_cast<std::uint32_t>(color.g) << 8U | color.r;
}

/// The role's base color, for legends, bars and table swatches.
Rgb role_color(ThemeKind theme, ColorRole role);

/// Precomputed values for drawing; 2.8 KB. Get it once and keep the reference.
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

// Colors from "much less" through "the same" to "much more": blue and orange, which remain
// distinguishable with the common color-vision deficiencies. Tests check that, and that text on
// them is readable.

struct DiffPalette {
  static constexpr std::size_t kSteps = 5;  // from the middle to each end
  static constexpr std::size_t kSame = kSteps;
  static constexpr std::size_t kShades = 2 * kSteps + 1;

  std::array<Rgb, kShades> fill;  // the largest decrease first
  std::array<Rgb, kShades> text;  // readable on that fill
};
const DiffPalette& diff_palette(ThemeKind theme);
/// For the theme of the given palette.
const DiffPalette& diff_palette(const RolePalette& beside);

}  // namespace lanescope
