// OKLab colors (Björn Ottosson), in which distance matches perceived difference; sRGB contrast; and
// simulation of common color-vision deficiencies. Pure arithmetic for the palette and its tests.
#pragma once

#include <cstdint>

namespace lanescope {

struct Rgb {
  std::uint8_t r = 0, g = 0, b = 0;
  friend constexpr bool operator==(const Rgb&, const Rgb&) = default;
};

/// 0xRRGGBB.
constexpr Rgb rgb(std::uint32_t hex) {
  return {static_cast<std::uint8_t>(hex >> 16U), static_cast<std::uint8_t>(hex >> 8U),
          static_cast<std::uint8_t>(hex)};
}

struct Oklab {
  double lightness = 0, a = 0, b = 0;
};

Oklab to_oklab(Rgb color);
/// Out-of-gamut colors are clipped per channel.
Rgb from_oklab(const Oklab& lab);
/// Euclidean distance in OKLab; 0.02 is just noticeable.
double distance(const Oklab& x, const Oklab& y);
/// Changes the lightness and rotates the hue.
Oklab varied(const Oklab& lab, double lightness_by, double hue_by_degrees);

/// WCAG contrast ratio, 1 … 21.
double contrast(Rgb x, Rgb y);

enum class Vision : std::uint8_t { Normal, Protanopia, Deuteranopia, Tritanopia };
/// At full severity, after Machado, Oliveira and Fernandes 2009.
Rgb simulate(Vision vision, Rgb color);

}  // namespace lanescope
