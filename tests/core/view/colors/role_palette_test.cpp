#include "core/view/colors/role_palette.h"

#include <algorithm>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr std::array kThemes = {ThemeKind::Dark, ThemeKind::Light};
constexpr std::array kVisions = {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia,
                                 Vision::Tritanopia};

Rgb unpacked(std::uint32_t color) {
  return {static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(color >> 8U),
          static_cast<std::uint8_t>(color >> 16U)};
}

ColorRole role(std::size_t i) {
  return static_cast<ColorRole>(i);
}

}  // namespace

TEST_CASE("any two roles are told apart under every vision") {
  for (const ThemeKind theme : kThemes) {
    for (const Vision vision : kVisions) {
      for (std::size_t i = 0; i < kRoleCount; ++i) {
        for (std::size_t j = i + 1; j < kRoleCount; ++j) {
          CAPTURE(i);
          CAPTURE(j);
          CHECK(distance(to_oklab(simulate(vision, role_color(theme, role(i)))),
                         to_oklab(simulate(vision, role_color(theme, role(j))))) >= 0.11);
        }
      }
    }
  }
}

TEST_CASE("any two shades of different roles are told apart under every vision") {
  for (const ThemeKind theme : kThemes) {
    const RolePalette& palette = role_palette(theme);
    for (const Vision vision : kVisions) {
      std::array<std::array<Oklab, RoleTable::kShades>, kRoleCount> seen;
      for (std::size_t i = 0; i < kRoleCount; ++i) {
        std::transform(palette.fill[i].begin(), palette.fill[i].end(), seen[i].begin(),
                       [&](std::uint32_t c) { return to_oklab(simulate(vision, unpacked(c))); });
      }
      double nearest = 1;
      for (std::size_t i = 0; i < kRoleCount; ++i) {
        for (std::size_t j = i + 1; j < kRoleCount; ++j) {
          for (const Oklab& a : seen[i]) {
            for (const Oklab& b : seen[j]) nearest = std::min(nearest, distance(a, b));
          }
        }
      }
      CHECK(nearest > 0.08);
    }
  }
}

TEST_CASE("text can be read on every shade of every role") {
  for (const ThemeKind theme : kThemes) {
    const RolePalette& palette = role_palette(theme);
    for (std::size_t i = 0; i < kRoleCount; ++i) {
      for (std::size_t s = 0; s < RoleTable::kShades; ++s) {
        CHECK(contrast(unpacked(palette.fill[i][s]), unpacked(palette.text[i][s])) >= 4.5);
      }
    }
  }
}

TEST_CASE("shades stay near the role's own colour and differ from each other") {
  for (const ThemeKind theme : kThemes) {
    for (std::size_t i = 0; i < kRoleCount; ++i) {
      const Oklab own = to_oklab(role_color(theme, role(i)));
      auto shades = role_palette(theme).fill[i];
      for (const std::uint32_t shade : shades) {
        CHECK(distance(own, to_oklab(unpacked(shade))) < 0.05);
      }
      std::sort(shades.begin(), shades.end());
      CHECK(std::unique(shades.begin(), shades.end()) - shades.begin() >= 10);
    }
  }
}

TEST_CASE("colours are packed as red, green, blue, alpha from the lowest byte") {
  CHECK(packed(rgb(0x123456)) == 0xFF563412U);
  CHECK(packed(rgb(0x123456), 0x80) == 0x80563412U);
}

TEST_CASE("OKLab and back is the same colour") {
  for (const std::uint32_t hex : {0x000000U, 0xFFFFFFU, 0x74B0FDU, 0xB83A28U, 0x00FF00U}) {
    CHECK(from_oklab(to_oklab(rgb(hex))) == rgb(hex));
  }
  CHECK(to_oklab(rgb(0xFFFFFF)).lightness == doctest::Approx(1).epsilon(0.001));
}

TEST_CASE("contrast is 21 between black and white and 1 with itself") {
  CHECK(contrast(rgb(0), rgb(0xFFFFFF)) == doctest::Approx(21));
  CHECK(contrast(rgb(0x74B0FD), rgb(0x74B0FD)) == doctest::Approx(1));
}

}  // namespace lanescope
