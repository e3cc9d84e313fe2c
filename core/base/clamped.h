// Bounds that may cross, as those of a pane that has become smaller than its smallest content.
#pragma once

#include <algorithm>

namespace lanescope {

/// At most `most`, and at least `least` whatever `most` is; std::clamp leaves that undefined.
template <typename Number>
[[nodiscard]] constexpr Number clamped(Number value, Number least, Number most) {
  return std::max(least, std::min(value, most));
}

}  // namespace lanescope
