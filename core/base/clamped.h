// Clamping to bounds that may cross, such as those of a pane that is smaller than its minimum
// content.
#pragma once

#include <algorithm>

namespace lanescope {

/// At most `most`, but at least `least` even if `most` is smaller, for which std::clamp is
/// undefined.
template <typename Number>
[[nodiscard]] constexpr Number clamped(Number value, Number least, Number most) {
  return std::max(least, std::min(value, most));
}

}  // namespace lanescope
