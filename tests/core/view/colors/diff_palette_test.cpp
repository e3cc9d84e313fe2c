#include <doctest/doctest.h>

#include "core/view/colors/change_colors.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

TEST_CASE("more and less are told apart under every vision, and text on both can be read") {
  constexpr std::array kVisions{Vision::Normal, Vision::Protanopia, Vision::Deuteranopia,
                                Vision::Tritanopia};
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const DiffPalette& palette = diff_palette(theme);
    for (std::size_t i = 0; i < DiffPalette::kShades; ++i)
      CHECK(contrast(palette.fill[i], palette.text[i]) >= 4.5);
    for (const Vision vision : kVisions) {
      const auto seen = [&](std::size_t i) { return to_oklab(simulate(vision, palette.fill[i])); };
      for (std::size_t step = 1; step <= DiffPalette::kSteps; ++step) {
        const Oklab less = seen(DiffPalette::kSame - step), more = seen(DiffPalette::kSame + step);
        CHECK(distance(less, more) >= 0.05);
        CHECK(distance(less, seen(DiffPalette::kSame)) >= 0.05);
        CHECK(distance(more, seen(DiffPalette::kSame)) >= 0.05);
      }
      CHECK(distance(seen(0), seen(2 * DiffPalette::kSteps)) >= 0.11);
    }
  }
}

TEST_CASE("better and worse numbers are told apart under every vision") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const ChangeColors& colors = change_colors(theme);
    for (const Vision vision :
         {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia, Vision::Tritanopia}) {
      CHECK(distance(to_oklab(simulate(vision, colors.better)),
                     to_oklab(simulate(vision, colors.worse))) >= 0.11);
    }
  }
}

TEST_CASE("the palette goes with that of the roles") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    CHECK(&diff_palette(role_palette(theme)) == &diff_palette(theme));
    CHECK(&change_colors(role_palette(theme)) == &change_colors(theme));
  }
}

}  // namespace lanescope
