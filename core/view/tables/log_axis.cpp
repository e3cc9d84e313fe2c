#include "core/view/tables/log_axis.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/time.h"

namespace lanescope {
namespace {

/// log10 of a power of ten may be slightly off an integer.
constexpr double kHair = 1e-9;

double exponent_of(double value) {
  return value > 0 && std::isfinite(value) ? std::log10(value) : 0;
}

}  // namespace

std::string format_decade(double value, std::string_view unit) {
  const int exponent = static_cast<int>(std::lround(exponent_of(value)));
  if (unit.empty()) {
    if (exponent >= 0 && exponent < 18) return format_count(std::llround(std::pow(10.0, exponent)));
    return fmt::format("{:.{}f}", value, std::clamp(-exponent, 0, 12));
  }
  constexpr std::array<std::string_view, 10> kPrefixes{"p", "n", "µ", "m", "",
                                                       "k", "M", "G", "T", "P"};
  constexpr int kPlain = 4;
  const int thousands = static_cast<int>(std::floor(exponent / 3.0));
  const int prefix = std::clamp(thousands + kPlain, 0, static_cast<int>(kPrefixes.size()) - 1);
  const double shown = std::pow(10.0, exponent - 3 * (prefix - kPlain));
  return fmt::format("{:g} {}{}", shown, kPrefixes[static_cast<std::size_t>(prefix)], unit);
}

LogAxis::LogAxis(double low, double high)
    : low_(static_cast<int>(std::floor(exponent_of(std::min(low, high)) + kHair))),
      high_(static_cast<int>(std::ceil(exponent_of(std::max(low, high)) - kHair))) {
  high_ = std::max(high_, low_ + 1);
}

double LogAxis::share(double value) const {
  if (!(value > 0)) return 0;
  const double share = (std::log10(value) - low_) / static_cast<double>(high_ - low_);
  return std::clamp(share, 0.0, 1.0);
}

double LogAxis::value_at(double share) const {
  return std::pow(10.0, low_ + share * (high_ - low_));
}

std::vector<double> LogAxis::decades(int most) const {
  const int step = std::max(1, (high_ - low_ + most - 1) / std::max(1, most));
  std::vector<double> values;
  for (int exponent = low_; exponent <= high_; exponent += step) {
    values.push_back(std::pow(10.0, exponent));
  }
  return values;
}

}  // namespace lanescope
