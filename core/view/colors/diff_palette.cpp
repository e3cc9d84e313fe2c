#include "core/view/colors/diff_palette.h"

namespace lanescope {
namespace {

// Of pure black and white one has a contrast of 4.58 at least on whatever colour.
constexpr Rgb kDarkText = rgb(0x000000);
constexpr Rgb kWhiteText = rgb(0xFFFFFF);

struct Ends {
  Rgb less, same, more;
};
constexpr Ends kDark{rgb(0x5AA2FF), rgb(0x30353F), rgb(0xFF9A3C)};
constexpr Ends kLight{rgb(0x1F66C9), rgb(0xDDE1E8), rgb(0xD95F02)};

Rgb between(Rgb from, Rgb to, double share) {
  const Oklab a = to_oklab(from), b = to_oklab(to);
  const auto mix = [share](double x, double y) { return x + (y - x) * share; };
  return from_oklab({mix(a.lightness, b.lightness), mix(a.a, b.a), mix(a.b, b.b)});
}

DiffPalette make_palette(const Ends& ends) {
  // Even the first step is seen to be none of the middle.
  constexpr double kFirst = 0.28;
  DiffPalette palette{};
  for (std::size_t i = 0; i < DiffPalette::kShades; ++i) {
    const bool more = i > DiffPalette::kSame;
    const std::size_t steps = more ? i - DiffPalette::kSame : DiffPalette::kSame - i;
    const double share = steps == 0 ? 0
                                    : kFirst + (1 - kFirst) * static_cast<double>(steps - 1) /
                                                   static_cast<double>(DiffPalette::kSteps - 1);
    const Rgb fill = between(ends.same, more ? ends.more : ends.less, share);
    palette.fill[i] = fill;
    palette.text[i] =
        contrast(kDarkText, fill) > contrast(kWhiteText, fill) ? kDarkText : kWhiteText;
  }
  return palette;
}

}  // namespace

const DiffPalette& diff_palette(ThemeKind theme) {
  static const DiffPalette dark = make_palette(kDark);
  static const DiffPalette light = make_palette(kLight);
  return theme == ThemeKind::Dark ? dark : light;
}

const DiffPalette& diff_palette(const RolePalette& beside) {
  const bool light = &beside == &role_palette(ThemeKind::Light);
  return diff_palette(light ? ThemeKind::Light : ThemeKind::Dark);
}

}  // namespace lanescope
