#include "core/view/colors/role_palette.h"

namespace lanescope {
namespace {

constexpr Rgb kDarkText = rgb(0x0A0C10);
constexpr Rgb kWhiteText = rgb(0xFFFFFF);

/// A role's color and how far its variations may deviate. The limits are as wide as ±0.03 and ±6°
/// allow while any two shades of different roles stay 0.08 apart under every vision; they were
/// found by widening all of them step by step.
struct Tint {
  Rgb color;
  bool dark_text;
  double darker, lighter;  // lightness
  double back, on;         // hue, degrees
};
using Tints = std::array<Tint, kRoleCount>;

constexpr Tints kDark = {
    Tint{rgb(0x74B0FD), true, 0.020, 0.030, 4, 3},   // compute
    Tint{rgb(0x4758D3), false, 0.030, 0.030, 6, 6},  // GEMM
    Tint{rgb(0xA874BF), true, 0.015, 0.010, 3, 5},   // attention
    Tint{rgb(0xEEAE05), true, 0.030, 0.020, 5, 5},   // communication
    Tint{rgb(0x85F1F9), true, 0.030, 0.030, 6, 6},   // copy
    Tint{rgb(0xB83A28), false, 0.030, 0.015, 4, 6},  // sync
    Tint{rgb(0xADAEB2), true, 0.015, 0.030, 6, 6},   // Python
    Tint{rgb(0x6E9F66), true, 0.020, 0.015, 2, 3},   // CPU operator
    Tint{rgb(0xE5DB9C), true, 0.025, 0.030, 5, 6},   // annotation
    Tint{rgb(0x92527C), false, 0.030, 0.015, 6, 6},  // data loading
};
constexpr Tints kLight = {
    Tint{rgb(0x0986CF), true, 0.015, 0.015, 5, 6},   // compute
    Tint{rgb(0x404CA2), false, 0.030, 0.020, 6, 3},  // GEMM
    Tint{rgb(0xC498FF), true, 0.010, 0.015, 3, 3},   // attention
    Tint{rgb(0xE8AD10), true, 0.015, 0.030, 3, 6},   // communication
    Tint{rgb(0x7AB7AF), true, 0.020, 0.020, 6, 4},   // copy
    Tint{rgb(0xB53A25), false, 0.020, 0.015, 6, 4},  // sync
    Tint{rgb(0x6C717C), false, 0.020, 0.015, 6, 6},  // Python
    Tint{rgb(0x50F1A6), true, 0.030, 0.030, 6, 6},   // CPU operator
    Tint{rgb(0x9F8F3C), true, 0.015, 0.020, 5, 3},   // annotation
    Tint{rgb(0x871C4C), false, 0.030, 0.015, 6, 3},  // data loading
};

constexpr int kLightnessSteps = 5;
constexpr int kHueSteps = RoleTable::kShades / kLightnessSteps;
static_assert(kLightnessSteps * kHueSteps == RoleTable::kShades);

double between(double low, double high, int step, int steps) {
  return low + (high - low) * step / (steps - 1);
}

Rgb shaded(const Tint& tint, int shade) {
  const double lightness =
      between(-tint.darker, tint.lighter, shade % kLightnessSteps, kLightnessSteps);
  const double hue = between(-tint.back, tint.on, shade / kLightnessSteps, kHueSteps);
  return from_oklab(varied(to_oklab(tint.color), lightness, hue));
}

RolePalette make_palette(const Tints& tints) {
  RolePalette palette{};
  for (std::size_t role = 0; role < kRoleCount; ++role) {
    for (int shade = 0; shade < RoleTable::kShades; ++shade) {
      const auto s = static_cast<std::size_t>(shade);
      palette.fill[role][s] = packed(shaded(tints[role], shade));
      palette.text[role][s] = packed(tints[role].dark_text ? kDarkText : kWhiteText);
    }
  }
  return palette;
}

const Tints& tints(ThemeKind theme) {
  return theme == ThemeKind::Dark ? kDark : kLight;
}

// One of pure black and white has a contrast of at least 4.58 on any color.
constexpr Rgb kBlackText = rgb(0x000000);

struct DiffEnds {
  Rgb less, same, more;
};
constexpr DiffEnds kDarkDiff{rgb(0x5AA2FF), rgb(0x30353F), rgb(0xFF9A3C)};
constexpr DiffEnds kLightDiff{rgb(0x1F66C9), rgb(0xDDE1E8), rgb(0xD95F02)};

Rgb between(Rgb from, Rgb to, double share) {
  const Oklab a = to_oklab(from), b = to_oklab(to);
  const auto mix = [share](double x, double y) { return x + (y - x) * share; };
  return from_oklab({mix(a.lightness, b.lightness), mix(a.a, b.a), mix(a.b, b.b)});
}

DiffPalette make_palette(const DiffEnds& ends) {
  // Even the first step is visibly different from the middle.
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
        contrast(kBlackText, fill) > contrast(kWhiteText, fill) ? kBlackText : kWhiteText;
  }
  return palette;
}

}  // namespace

Rgb role_color(ThemeKind theme, ColorRole role) {
  return tints(theme)[static_cast<std::size_t>(role)].color;
}

const RolePalette& role_palette(ThemeKind theme) {
  static const RolePalette dark = make_palette(kDark);
  static const RolePalette light = make_palette(kLight);
  return theme == ThemeKind::Dark ? dark : light;
}

const DiffPalette& diff_palette(ThemeKind theme) {
  static const DiffPalette dark = make_palette(kDarkDiff);
  static const DiffPalette light = make_palette(kLightDiff);
  return theme == ThemeKind::Dark ? dark : light;
}

const DiffPalette& diff_palette(const RolePalette& beside) {
  const bool light = &beside == &role_palette(ThemeKind::Light);
  return diff_palette(light ? ThemeKind::Light : ThemeKind::Dark);
}

}  // namespace lanescope
