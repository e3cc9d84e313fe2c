// The text colors of differences between two runs: less time is better, more is worse. The hues are
// those of the differential flame graph.
#pragma once

#include "core/view/colors/role_palette.h"

namespace lanescope {

/// Readable on every surface of the theme, and told apart under every vision.
struct ChangeColors {
  Rgb better, worse;
};
const ChangeColors& change_colors(ThemeKind theme);
/// For the theme of the given palette.
const ChangeColors& change_colors(const RolePalette& beside);

}  // namespace lanescope
