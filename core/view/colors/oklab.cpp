#include "core/view/colors/oklab.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lanescope {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Vector product(const Matrix& m, const Vector& v) {
  Vector out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

std::uint8_t encoded(double c) {
  c = std::clamp(c, 0.0, 1.0);
  const double s = c <= 0.0031308 ? c * 12.92 : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(s * 255));
}

Vector linear_rgb(Rgb color) {
  return {linear(color.r), linear(color.g), linear(color.b)};
}
Rgb encoded_rgb(const Vector& v) {
  return {encoded(v[0]), encoded(v[1]), encoded(v[2])};
}

constexpr Matrix kToCones = {Vector{0.4122214708, 0.5363325363, 0.0514459929},
                             Vector{0.2119034982, 0.6806995451, 0.1073969566},
                             Vector{0.0883024619, 0.2817188376, 0.6299787005}};
constexpr Matrix kConesToLab = {Vector{0.2104542553, 0.7936177850, -0.0040720468},
                                Vector{1.9779984951, -2.4285922050, 0.4505937099},
                                Vector{0.0259040371, 0.7827717662, -0.8086757660}};
constexpr Matrix kLabToCones = {Vector{1.0, 0.3963377774, 0.2158037573},
                                Vector{1.0, -0.1055613458, -0.0638541728},
                                Vector{1.0, -0.0894841775, -1.2914855480}};
constexpr Matrix kFromCones = {Vector{4.0767416621, -3.3077115913, 0.2309699292},
                               Vector{-1.2684380046, 2.6097574011, -0.3413193965},
                               Vector{-0.0041960863, -0.7034186147, 1.7076147010}};

// Machado, Oliveira and Fernandes 2009, table of severity 1.0; applied to linear RGB.
constexpr Matrix kProtanopia = {Vector{0.152286, 1.052583, -0.204868},
                                Vector{0.114503, 0.786281, 0.099216},
                                Vector{-0.003882, -0.048116, 1.051998}};
constexpr Matrix kDeuteranopia = {Vector{0.367322, 0.860646, -0.227968},
                                  Vector{0.280085, 0.672501, 0.047413},
                                  Vector{-0.011820, 0.042940, 0.968881}};
constexpr Matrix kTritanopia = {Vector{1.255528, -0.076749, -0.178779},
                                Vector{-0.078411, 0.930809, 0.147602},
                                Vector{0.004733, 0.691367, 0.303900}};

double luminance(Rgb color) {
  const Vector v = linear_rgb(color);
  return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
}

}  // namespace

Oklab to_oklab(Rgb color) {
  Vector cones = product(kToCones, linear_rgb(color));
  for (double& c : cones) c = std::cbrt(c);
  const Vector lab = product(kConesToLab, cones);
  return {lab[0], lab[1], lab[2]};
}

Rgb from_oklab(const Oklab& lab) {
  Vector cones = product(kLabToCones, {lab.lightness, lab.a, lab.b});
  for (double& c : cones) c = c * c * c;
  return encoded_rgb(product(kFromCones, cones));
}

double distance(const Oklab& x, const Oklab& y) {
  return std::sqrt((x.lightness - y.lightness) * (x.lightness - y.lightness) +
                   (x.a - y.a) * (x.a - y.a) + (x.b - y.b) * (x.b - y.b));
}

Oklab varied(const Oklab& lab, double lightness_by, double hue_by_degrees) {
  const double angle = hue_by_degrees * std::numbers::pi / 180;
  return {lab.lightness + lightness_by, lab.a * std::cos(angle) - lab.b * std::sin(angle),
          lab.a * std::sin(angle) + lab.b * std::cos(angle)};
}

double contrast(Rgb x, Rgb y) {
  const double a = luminance(x);
  const double b = luminance(y);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

Rgb simulate(Vision vision, Rgb color) {
  switch (vision) {
    case Vision::Normal:
      break;
    case Vision::Protanopia:
      return encoded_rgb(product(kProtanopia, linear_rgb(color)));
    case Vision::Deuteranopia:
      return encoded_rgb(product(kDeuteranopia, linear_rgb(color)));
    case Vision::Tritanopia:
      return encoded_rgb(product(kTritanopia, linear_rgb(color)));
  }
  return color;
}

}  // namespace lanescope
