#include "core/view/history/axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace lanescope {
namespace {

constexpr double kTicks = 4;
constexpr int kMostTicks = 20;

double round_step(double rough, MetricUnit unit) {
  if (unit == MetricUnit::Bytes) return std::exp2(std::ceil(std::log2(rough)));
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double times : {1.0, 2.0, 5.0}) {
    if (times * power >= rough) return times * power;
  }
  return 10 * power;
}

using Units = std::array<std::pair<double, std::string_view>, 4>;
constexpr Units kTimes = {{{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}}};
constexpr Units kSizes = {
    {{1024.0 * 1024 * 1024, "GiB"}, {1024.0 * 1024, "MiB"}, {1024, "KiB"}, {1, "B"}}};

std::string in_units(double value, const Units& units) {
  for (const auto& [unit, name] : units) {
    if (std::abs(value) >= unit) return fmt::format("{:.6g} {}", value / unit, name);
  }
  return fmt::format("{:.6g} {}", value, units.back().second);
}

}  // namespace

ValueAxis value_axis(double least, double most, MetricUnit unit) {
  if (!(most > least)) {
    const double room = std::max(std::abs(least) * 0.05, 1.0);
    least = std::max(least - room, std::min(least, 0.0));
    most += room;
  }
  const double step = round_step((most - least) / kTicks, unit);
  ValueAxis axis;
  axis.low = std::floor(least / step) * step;
  axis.high = std::ceil(most / step) * step;
  for (int i = 0; i <= kMostTicks && axis.low + i * step <= axis.high + step / 2; ++i)
    axis.ticks.push_back(axis.low + i * step);
  return axis;
}

std::string tick_text(double value, MetricUnit unit) {
  switch (unit) {
    case MetricUnit::Time:
      return value == 0 ? "0" : in_units(value, kTimes);
    case MetricUnit::Percent:
      return fmt::format("{:.6g} %", value);
    case MetricUnit::Bytes:
      return value == 0 ? "0" : in_units(value, kSizes);
  }
  return "";
}

}  // namespace lanescope
