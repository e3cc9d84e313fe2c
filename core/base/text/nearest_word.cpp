#include "core/base/text/nearest_word.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lanescope {
namespace {

constexpr std::size_t kMostBytes = 40;
using Row = std::array<std::size_t, kMostBytes + 1>;

/// Optimal string alignment distance, row by row.
std::size_t distance(std::string_view a, std::string_view b) {
  Row before{}, last{}, now{};
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> words) {
  const std::string_view typed = word.substr(0, kMostBytes);
  std::size_t least = std::min<std::size_t>(3, std::max<std::size_t>(1, typed.size() / 3)) + 1;
  std::string_view nearest;
  for (const std::string_view candidate : words) {
    const std::size_t changes = distance(typed, candidate.substr(0, kMostBytes));
    if (changes >= least) continue;
    least = changes;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace lanescope
