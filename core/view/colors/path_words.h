// What the classes of the critical path are called, and which colour they have everywhere.
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

/// The colour of a class, in lanes, tables and legends.
struct PathLook {
  std::optional<ColorRole> role;  // nullopt: no role's colour, for nothing is known
  std::uint8_t shade = 0;
};
PathLook look_of(PathClass what);
/// A segment of it is about no event but the time until the next one.
bool is_waiting(PathClass what);

}  // namespace lanescope
