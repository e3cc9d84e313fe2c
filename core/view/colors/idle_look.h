// The colors of the causes of idle time: the same in lanes, bars, tables, pictures and legends.
#pragma once

#include <cstdint>
#include <optional>

#include "core/analysis/host/idle_class.h"
#include "core/view/colors/role.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

/// Each known cause has a role's color to itself, so causes remain distinguishable with the common
/// color-vision deficiencies.
struct IdleLook {
  std::optional<ColorRole> role;  // nullopt: unknown, so not drawn in any role's color
  std::uint8_t shade = 0;
  bool hatched = false;  // where there is room; tells the unknown causes apart, and known ones from
                         // the kernels whose color they have
};
IdleLook look_of(IdleClass idle_class);

struct IdleColor {
  Rgb fill, text;  // text is readable on the fill
  bool hatched = false;
};
/// For the theme of the given palette.
IdleColor idle_color(const RolePalette& palette, IdleClass idle_class);

}  // namespace lanescope
