#include "core/base/radix_sort.h"

#include <array>

#include "core/base/check.h"

namespace lanescope {

void radix_sort(std::vector<KeyedRow>& rows) {
  constexpr unsigned kBits = 11;
  constexpr std::uint64_t kMask = (1U << kBits) - 1;
  std::uint64_t all_or = 0;
  std::uint64_t all_and = ~std::uint64_t{0};
  for (const KeyedRow& r : rows) {
    all_or |= r.key;
    all_and &= r.key;
  }
  const std::uint64_t varying = all_or ^ all_and;
  std::vector<KeyedRow> other;
  for (unsigned shift = 0; shift < 64; shift += kBits) {
    if (((varying >> shift) & kMask) == 0) continue;
    std::array<std::size_t, kMask + 1> begin{};
    for (const KeyedRow& r : rows) ++begin[(r.key >> shift) & kMask];
    std::size_t sum = 0;
    for (std::size_t& b : begin) {
      const std::size_t count = b;
      b = sum;
      sum += count;
    }
    other.resize(rows.size());
    for (const KeyedRow& r : rows) other[begin[(r.key >> shift) & kMask]++] = r;
    LANESCOPE_CHECK(sum == rows.size() && begin[kMask] == sum, "each of {} rows moved once, not {}",
                    rows.size(), begin[kMask]);
    rows.swap(other);
  }
}

}  // namespace lanescope
