// Colours from "much less" over "the same" to "much more": blue and orange, which every common
// colour-vision deficiency tells apart; tests hold that, and that text on them can be read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/view/colors/role_palette.h"

namespace lanescope {

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
