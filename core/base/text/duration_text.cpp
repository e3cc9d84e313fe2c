#include "core/base/text/duration_text.h"

#include <string_view>
#include <system_error>

#include "core/base/text/decimal.h"

namespace lanescope {

std::optional<std::int64_t> parse_duration_ns(std::string text) {
  std::erase(text, ' ');
  double value = 0;
  const auto [end, error] = read_decimal(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double seconds = 1;
  if (unit == "min" || unit == "m") {
    seconds = 60;
  } else if (unit == "h") {
    seconds = 3600;
  } else if (unit == "ms") {
    seconds = 1e-3;
  } else if (!unit.empty() && unit != "s") {
    return std::nullopt;
  }
  constexpr double kMost = 366.0 * 24 * 3600;
  if (error != std::errc{} || !(value > 0) || value * seconds > kMost) return std::nullopt;
  const auto ns = static_cast<std::int64_t>(value * seconds * 1e9);
  return ns > 0 ? std::optional(ns) : std::nullopt;
}

}  // namespace lanescope
