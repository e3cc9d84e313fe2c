#include "core/view/fleet/wall_palette.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr Rgb kBlack = rgb(0x000000), kWhite = rgb(0xFFFFFF);

struct WallColors {
  std::array<Rgb, 3> stops;  // the middle one at `middle` of the way
  double middle;
  Rgb not_counted;
};
// The blues of the roles of kernels; the first is a step from the background of lanes.
constexpr WallColors kDark{{rgb(0x1F2635), rgb(0x4758D3), rgb(0x9CC7FF)}, 0.55, rgb(0x2A2D33)};
constexpr WallColors kLight{{rgb(0xEAF1FA), rgb(0x0986CF), rgb(0x2B2F7A)}, 0.55, rgb(0xE4E5E8)};

Oklab between(const Oklab& a, const Oklab& b, double share) {
  const auto at = [share](double from, double to) { return from + (to - from) * share; };
  return {at(a.lightness, b.lightness), at(a.a, b.a), at(a.b, b.b)};
}

Rgb color_at(const WallColors& colors, double share) {
  const bool low = share < colors.middle;
  const Rgb from = colors.stops[low ? 0 : 1], to = colors.stops[low ? 1 : 2];
  const double part = low ? share / colors.middle : (share - colors.middle) / (1 - colors.middle);
  return from_oklab(between(to_oklab(from), to_oklab(to), part));
}

std::uint32_t readable_on(Rgb fill) {
  return packed(contrast(fill, kBlack) > contrast(fill, kWhite) ? kBlack : kWhite);
}

WallPalette make_palette(const WallColors& colors, const DiffPalette& differences) {
  WallPalette out;
  for (std::size_t i = 0; i < WallPalette::kShades; ++i) {
    const Rgb fill = color_at(colors, static_cast<double>(i) / (WallPalette::kShades - 1));
    out.fill[i] = packed(fill);
    out.text[i] = readable_on(fill);
  }
  const Rgb outlier = differences.fill.back();
  out.outlier = packed(outlier);
  out.outlier_text = readable_on(outlier);
  out.not_counted = packed(colors.not_counted);
  return out;
}

}  // namespace

const WallPalette& wall_palette(ThemeKind theme) {
  static const WallPalette dark = make_palette(kDark, diff_palette(ThemeKind::Dark));
  static const WallPalette light = make_palette(kLight, diff_palette(ThemeKind::Light));
  return theme == ThemeKind::Dark ? dark : light;
}

const WallPalette& wall_palette(const RolePalette& beside) {
  const bool light = &beside == &role_palette(ThemeKind::Light);
  return wall_palette(light ? ThemeKind::Light : ThemeKind::Dark);
}

}  // namespace lanescope
