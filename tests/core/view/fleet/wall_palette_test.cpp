// Whether the wall can be read by everyone.
#include "core/view/fleet/wall_palette.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

Rgb unpacked(std::uint32_t color) {
  return {static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(color >> 8U),
          static_cast<std::uint8_t>(color >> 16U)};
}

constexpr Vision kVisions[] = {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia,
                               Vision::Tritanopia};

}  // namespace

TEST_CASE("shades of the wall go one way in lightness, evenly, for every vision") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const WallPalette& palette = wall_palette(theme);
    const double way = theme == ThemeKind::Dark ? 1 : -1;
    for (const Vision vision : kVisions) {
      CAPTURE(static_cast<int>(vision));
      const auto lightness = [&](std::size_t i) {
        return to_oklab(simulate(vision, unpacked(palette.fill[i]))).lightness;
      };
      for (std::size_t i = 4; i < WallPalette::kShades; i += 4)
        CHECK(way * (lightness(i) - lightness(i - 4)) > 0.01);
      CHECK(way * (lightness(WallPalette::kShades - 1) - lightness(0)) > 0.4);
    }
  }
}

TEST_CASE("outliers look unlike every value in the scale, and unlike steps that do not count") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const WallPalette& palette = wall_palette(theme);
    for (const Vision vision : kVisions) {
      const auto seen = [&](std::uint32_t color) {
        return to_oklab(simulate(vision, unpacked(color)));
      };
      for (const std::uint32_t shade : palette.fill) {
        CAPTURE(static_cast<int>(vision));
        CHECK(distance(seen(palette.outlier), seen(shade)) >= 0.11);
      }
      CHECK(distance(seen(palette.outlier), seen(palette.not_counted)) >= 0.11);
    }
  }
}

TEST_CASE("values are readable on every shade") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const WallPalette& palette = wall_palette(theme);
    for (std::size_t i = 0; i < WallPalette::kShades; ++i)
      CHECK(contrast(unpacked(palette.fill[i]), unpacked(palette.text[i])) >= 4.5);
    CHECK(contrast(unpacked(palette.outlier), unpacked(palette.outlier_text)) >= 4.5);
    CHECK(palette.shade(0) == 0);
    CHECK(palette.shade(1) == WallPalette::kShades - 1);
  }
}
