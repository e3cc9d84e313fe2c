// The names and colors of the classes that a step's time is spent on: the same in the chart and in
// the table of steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/analysis/steps/steps.h"
#include "core/view/colors/oklab.h"
#include "core/view/colors/role.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

/// "runtime calls".
std::string_view step_class_title(StepClass step_class);

/// Each class has a role's color to itself, so that they remain distinguishable with the common
/// color-vision deficiencies, except memsets, which are hatched copies; nullopt for "other", which
/// has that of remainder_color.
std::optional<ColorRole> step_class_role(StepClass step_class);
/// Whether its color is hatched: two shades of one role look the same to many.
bool step_class_hatched(StepClass step_class);
/// The shade of all these roles: their own color.
inline constexpr std::uint8_t kStepShade = RoleTable::kShades / 2;

/// What no class accounts for, for the theme of the given palette: a gray that no role comes near.
Rgb remainder_color(const RolePalette& palette);

}  // namespace lanescope
