#include "core/view/colors/idle_look.h"

#include <doctest/doctest.h>

namespace lanescope {
namespace {

constexpr std::array kVisions = {Vision::Normal, Vision::Protanopia, Vision::Deuteranopia,
                                 Vision::Tritanopia};
constexpr std::array kThemes = {ThemeKind::Dark, ThemeKind::Light};

IdleColor color_of(ThemeKind theme, std::size_t cause) {
  return idle_color(role_palette(theme), static_cast<IdleClass>(cause));
}

}  // namespace

TEST_CASE(
    "any two causes of idle time are told apart under every vision, by color or by hatching") {
  constexpr double kApart = 0.11;      // of two known causes
  constexpr double kFromGrays = 0.08;  // of a known cause and the unknown ones
  for (const ThemeKind theme : kThemes) {
    for (std::size_t i = 0; i <= kIdleClasses; ++i) {
      for (std::size_t j = i + 1; j <= kIdleClasses; ++j) {
        const IdleColor a = color_of(theme, i), b = color_of(theme, j);
        const bool known = look_of(static_cast<IdleClass>(i)).role.has_value() &&
                           look_of(static_cast<IdleClass>(j)).role.has_value();
        const bool unknown = !look_of(static_cast<IdleClass>(i)).role.has_value() &&
                             !look_of(static_cast<IdleClass>(j)).role.has_value();
        CAPTURE(i);
        CAPTURE(j);
        if (unknown && a.hatched != b.hatched) continue;
        for (const Vision vision : kVisions) {
          CHECK(distance(to_oklab(simulate(vision, a.fill)), to_oklab(simulate(vision, b.fill))) >=
                (known ? kApart : kFromGrays));
        }
      }
    }
  }
}

TEST_CASE("no cause of idle time looks like work on the GPU under any vision") {
  constexpr std::array kWork = {ColorRole::Compute, ColorRole::Gemm, ColorRole::Attention,
                                ColorRole::Communication, ColorRole::Copy};
  for (const ThemeKind theme : kThemes) {
    for (std::size_t i = 0; i <= kIdleClasses; ++i) {
      const IdleColor cause = color_of(theme, i);
      if (cause.hatched) continue;
      CAPTURE(i);
      for (const ColorRole role : kWork) {
        for (const Vision vision : kVisions) {
          const Oklab work = to_oklab(simulate(vision, role_color(theme, role)));
          CHECK(distance(to_oklab(simulate(vision, cause.fill)), work) >= 0.08);
        }
      }
    }
  }
}

TEST_CASE("words can be read on every cause's color, and it stands out from the lanes") {
  const std::array backgrounds = {rgb(0x14161A), rgb(0xFFFFFF)};
  for (const ThemeKind theme : kThemes) {
    for (std::size_t i = 0; i <= kIdleClasses; ++i) {
      CAPTURE(i);
      const IdleColor color = color_of(theme, i);
      CHECK(contrast(color.fill, color.text) >= 4.5);
      CHECK(contrast(color.fill, backgrounds.at(theme == ThemeKind::Dark ? 0 : 1)) >= 1.2);
    }
  }
}

TEST_CASE("only what is unknown has no role, and causes that lanes show keep their role") {
  for (std::size_t i = 0; i <= kIdleClasses; ++i) {
    const auto what = static_cast<IdleClass>(i);
    const bool unknown =
        what == IdleClass::Untraced || what == IdleClass::Unlinked || what == IdleClass::Paused;
    CHECK(look_of(what).role.has_value() == !unknown);
    for (std::size_t j = i + 1; j <= kIdleClasses; ++j) {
      const IdleLook other = look_of(static_cast<IdleClass>(j));
      if (other.role) CHECK(other.role != look_of(what).role);
    }
  }
  CHECK(look_of(IdleClass::DataLoading).role == ColorRole::DataLoading);
  CHECK(look_of(IdleClass::CpuOp).role == ColorRole::CpuOp);
  CHECK(look_of(IdleClass::Sync).role == ColorRole::Sync);
  CHECK(look_of(IdleClass::Python).role == ColorRole::Python);
}

}  // namespace lanescope
