// Names and colors of the critical-path classes, the same everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/analysis/launch/critical_path.h"
#include "core/view/colors/role.h"

namespace lanescope {

/// "GPU compute", "kernel gap".
std::string_view path_class_title(PathClass what);
/// One sentence for a tooltip.
std::string_view path_class_meaning(PathClass what);

/// The color of a class in lanes, tables and legends.
struct PathLook {
  std::optional<ColorRole> role;  // nullopt: unknown, so not drawn in any role's color
  std::uint8_t shade = 0;
};
PathLook look_of(PathClass what);
/// Whether a segment of this class covers no event, only the time until the next one.
bool is_waiting(PathClass what);

}  // namespace lanescope
