// What readers say about values that are not times but drawn as such: bytes, counts, weights.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace lanescope {

/// "1 byte is drawn as 1 ns" for "bytes"; the unit may be unknown.
inline std::string drawn_as_time(std::string_view unit) {
  if (unit.empty() || unit == "none") return "a weight of 1 is drawn as 1 ns";
  if (unit.ends_with('s')) unit.remove_suffix(1);
  return fmt::format("1 {} is drawn as 1 ns", unit);
}

}  // namespace lanescope
