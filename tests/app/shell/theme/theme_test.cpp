#include "app/shell/theme/theme.h"

#include <array>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>

#include "app/lanes/slice_painter.h"
#include "core/view/colors/change_colors.h"
#include "core/view/colors/oklab.h"

namespace lanescope {
namespace {

constexpr double kReadable = 4.5;  // WCAG AA

Rgb unpacked(ImU32 color) {
  return {static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(color >> 8U),
          static_cast<std::uint8_t>(color >> 16U)};
}

}  // namespace

TEST_CASE("every weight of text can be read on every surface of both themes") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const Colors c = theme_colors(theme);
    const std::array texts{c.text, c.dim, c.faint, c.accent, c.good, c.warning, c.error};
    const std::array surfaces{c.background, c.panel, c.raised, c.hovered_row};
    for (std::size_t t = 0; t < texts.size(); ++t) {
      for (std::size_t s = 0; s < surfaces.size(); ++s) {
        CAPTURE(t);
        CAPTURE(s);
        CHECK(contrast(unpacked(texts.at(t)), unpacked(surfaces.at(s))) >= kReadable);
      }
    }
    for (const ImU32 text : {c.text, c.dim, c.accent})
      CHECK(contrast(unpacked(text), unpacked(c.selected_row)) >= kReadable);
  }
}

TEST_CASE("better and worse numbers can be read in every row of a table, in both themes") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const Colors c = theme_colors(theme);
    const ChangeColors& change = change_colors(theme);
    for (const ImU32 row : {c.background, c.panel, c.raised, c.hovered_row, c.selected_row}) {
      CHECK(contrast(change.better, unpacked(row)) >= kReadable);
      CHECK(contrast(change.worse, unpacked(row)) >= kReadable);
    }
  }
}

TEST_CASE("the three weights of text differ") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const Colors c = theme_colors(theme);
    const auto on_panel = [&](ImU32 text) { return contrast(unpacked(text), unpacked(c.panel)); };
    CHECK(on_panel(c.text) > 1.5 * on_panel(c.dim));
    CHECK(on_panel(c.dim) > 1.2 * on_panel(c.faint));
  }
}

TEST_CASE("frames of a flame graph that stand for no event can be read") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const Colors c = theme_colors(theme);
    CHECK(contrast(unpacked(c.dim), unpacked(mixed(c.raised, c.line, 0.6F))) >= kReadable);
  }
}

TEST_CASE("names on slices and frames that a search did not find can still be read") {
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const Colors c = theme_colors(theme);
    for (std::size_t role = 0; role < kRoleCount; ++role) {
      const ImU32 own = role_palette(theme).fill_of(static_cast<ColorRole>(role), 0);
      CAPTURE(role);
      CHECK(contrast(unpacked(c.dim), unpacked(mixed(c.background, own, kNotFoundShare))) >=
            kReadable);
    }
  }
}

}  // namespace lanescope
