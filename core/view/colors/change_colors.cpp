#include "core/view/colors/change_colors.h"

namespace lanescope {
namespace {

constexpr ChangeColors kDark{rgb(0x6AACFF), rgb(0xFF9A3C)};
constexpr ChangeColors kLight{rgb(0x1A57AD), rgb(0xA84300)};

}  // namespace

const ChangeColors& change_colors(ThemeKind theme) {
  return theme == ThemeKind::Dark ? kDark : kLight;
}

const ChangeColors& change_colors(const RolePalette& beside) {
  const bool light = &beside == &role_palette(ThemeKind::Light);
  return change_colors(light ? ThemeKind::Light : ThemeKind::Dark);
}

}  // namespace lanescope
