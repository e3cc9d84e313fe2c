#include "core/view/colors/step_look.h"

#include <array>

#include <doctest/doctest.h>

#include "core/analysis/idle/words.h"
#include "core/view/colors/path_words.h"

namespace lanescope {
namespace {

constexpr std::array kVisions = {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia,
                                 Vision::Tritanopia};
constexpr std::array kThemes = {ThemeKind::Dark, ThemeKind::Light};

Rgb unpacked(std::uint32_t color) {
  return {static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(color >> 8U),
          static_cast<std::uint8_t>(color >> 16U)};
}

Rgb color_of(const RolePalette& palette, std::optional<ColorRole> role, std::uint8_t shade) {
  return role ? unpacked(palette.fill_of(*role, shade)) : remainder_color(palette);
}

/// How different the most similar vision sees them.
double apart(Rgb a, Rgb b) {
  double least = 1;
  for (const Vision vision : kVisions)
    least = std::min(least, distance(to_oklab(simulate(vision, a)), to_oklab(simulate(vision, b))));
  return least;
}

}  // namespace

TEST_CASE("what is measured in another way than the idle class has another name") {
  CHECK(step_class_title(StepClass::DataLoader) != idle_class_title(IdleClass::DataLoading));
}

TEST_CASE("any two classes of a step are told apart under every vision, by color or by hatching") {
  for (const ThemeKind theme : kThemes) {
    const RolePalette& palette = role_palette(theme);
    for (std::size_t i = 0; i < kStepClasses; ++i) {
      for (std::size_t j = i + 1; j < kStepClasses; ++j) {
        const auto a = static_cast<StepClass>(i), b = static_cast<StepClass>(j);
        CAPTURE(step_class_title(a));
        CAPTURE(step_class_title(b));
        if (step_class_role(a) == step_class_role(b)) {
          CHECK(step_class_hatched(a) != step_class_hatched(b));
          continue;
        }
        const bool known = step_class_role(a) && step_class_role(b);
        CHECK(apart(color_of(palette, step_class_role(a), kStepShade),
                    color_of(palette, step_class_role(b), kStepShade)) >= (known ? 0.11 : 0.08));
      }
    }
  }
}

TEST_CASE("a memset has the color of a copy, and no class that of a kind of kernel") {
  CHECK(step_class_role(StepClass::Memset) == step_class_role(StepClass::Memcpy));
  for (std::size_t i = 0; i < kStepClasses; ++i) {
    const auto role = step_class_role(static_cast<StepClass>(i));
    CHECK(role != ColorRole::Gemm);
    CHECK(role != ColorRole::Attention);
  }
}

TEST_CASE("any two classes of the critical path are told apart under every vision") {
  for (const ThemeKind theme : kThemes) {
    const RolePalette& palette = role_palette(theme);
    for (std::size_t i = 0; i < kPathClasses; ++i) {
      for (std::size_t j = i + 1; j < kPathClasses; ++j) {
        const auto a = static_cast<PathClass>(i), b = static_cast<PathClass>(j);
        if (path_class_title(a) == path_class_title(b)) continue;
        if (!look_of(a).role || !look_of(b).role) continue;  // not a color of the palette
        CAPTURE(path_class_title(a));
        CAPTURE(path_class_title(b));
        CHECK(apart(color_of(palette, look_of(a).role, look_of(a).shade),
                    color_of(palette, look_of(b).role, look_of(b).shade)) >= 0.08);
      }
    }
  }
}

TEST_CASE("what no class accounts for stands out from the panels") {
  CHECK(contrast(remainder_color(role_palette(ThemeKind::Dark)), rgb(0x14161A)) >= 1.2);
  CHECK(contrast(remainder_color(role_palette(ThemeKind::Light)), rgb(0xFFFFFF)) >= 1.2);
}

}  // namespace lanescope
