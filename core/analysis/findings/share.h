// A part of a whole in percent, as findings judge and say it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanescope {

/// 0 … 100; 0 of an empty whole. Both in one unit, ns or bytes.
constexpr double share_pct(double part, double whole) {
  return whole > 0 ? std::clamp(100 * part / whole, 0.0, 100.0) : 0;
}
constexpr double share_pct(std::int64_t part, std::int64_t whole) {
  return share_pct(static_cast<double>(part), static_cast<double>(whole));
}

}  // namespace lanescope
