// The colors of the wall's cells: from faint to strong for the values in the scale, one of its own
// for outliers. They remain distinguishable with the common color-vision deficiencies; tests check
// that, and that text on them is readable.
#pragma once

#include <array>
#include <cstddef>

#include "core/view/colors/oklab.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct WallPalette {
  static constexpr std::size_t kShades = 48;

  /// Ascending in contrast to the background of lanes, evenly in OKLab.
  std::array<std::uint32_t, kShades> fill{}, text{};  // packed; `text` is readable on that fill
  std::uint32_t outlier = 0, outlier_text = 0;
  std::uint32_t not_counted = 0;  // gray

  [[nodiscard]] std::size_t shade(float share) const {
    return static_cast<std::size_t>(share * static_cast<float>(kShades - 1) + 0.5F);
  }
};
const WallPalette& wall_palette(ThemeKind theme);
/// For the theme of the given palette.
const WallPalette& wall_palette(const RolePalette& beside);

}  // namespace lanescope
