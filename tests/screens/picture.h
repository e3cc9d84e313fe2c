// A screenshot of the window, and queries about its contents.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/view/colors/role.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct Area {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

struct Picture {
  int width = 0, height = 0;
  std::vector<std::uint32_t> pixels;  // 0xRRGGBB, the top row first

  [[nodiscard]] std::uint32_t at(int x, int y) const {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

std::optional<Picture> read_png(const std::string& path);
/// Reads the file in which Xvfb keeps its screen (-fbdir), in xwd format.
std::optional<Picture> read_xwd(const std::string& path);

/// The roles whose color is in at least `least` pixels of the area.
std::set<ColorRole> roles_in(const Picture& picture, Area area, ThemeKind theme, int least);
/// The number of pixels that stand out from the area's most frequent color as text does.
int text_pixels(const Picture& picture, Area area);
/// The fraction of the area's pixels, 0 … 1, that do not have its most frequent color.
double busy_share(const Picture& picture, Area area);

// Positions in a 1600x900 window with the default layout.
inline constexpr Area kMenus{0, 0, 280, 40};
inline constexpr Area kOverview{226, 44, 1230, 76};
inline constexpr Area kLabels{0, 120, 220, 600};
inline constexpr Area kLanes{226, 120, 1230, 600};
inline constexpr Area kBottom{0, 670, 1230, 870};
inline constexpr Area kDetails{1256, 44, 1590, 400};

}  // namespace lanescope
