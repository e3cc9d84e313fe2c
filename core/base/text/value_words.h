// What lanes say about values that are not times but drawn as such: bytes, counts, weights.
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

/// What the name of a lane says of its values.
struct LaneValues {
  std::string_view name;  // without what it says of them
  bool is_time = true;
  std::string unit = {};  // "bytes"; of values that are not times, empty if unknown
};

/// The reverse of "heap (order is not time, 1 byte is drawn as 1 ns)".
inline LaneValues values_of_lane(std::string_view name) {
  constexpr std::string_view kBegin = " (order is not time, ", kEnd = " is drawn as 1 ns)";
  const std::size_t begin = name.rfind(kBegin);
  if (begin == std::string_view::npos || !name.ends_with(kEnd)) return {name};
  std::string_view what = name.substr(begin + kBegin.size());
  what.remove_suffix(kEnd.size());
  LaneValues values{name.substr(0, begin), false};
  if (!what.starts_with("1 ")) return values;
  values.unit = what.substr(2);
  if (values.unit != "count") values.unit += 's';
  return values;
}

}  // namespace lanescope
