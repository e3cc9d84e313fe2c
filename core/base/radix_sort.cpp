#include "core/base/radix_sort.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"

namespace lanescope {
namespace {

template <typename Item, typename KeyOf>
void sort_by_digits(std::vector<Item>& items, const KeyOf& key_of) {
  constexpr unsigned kBits = 11;
  constexpr std::uint64_t kMask = (1U << kBits) - 1;
  std::uint64_t all_or = 0;
  std::uint64_t all_and = ~std::uint64_t{0};
  for (const Item& item : items) {
    all_or |= key_of(item);
    all_and &= key_of(item);
  }
  const std::uint64_t varying = all_or ^ all_and;
  std::vector<Item> other;
  for (unsigned shift = 0; shift < 64; shift += kBits) {
    if (((varying >> shift) & kMask) == 0) continue;
    std::array<std::size_t, kMask + 1> begin{};
    for (const Item& item : items) ++begin[(key_of(item) >> shift) & kMask];
    std::size_t sum = 0;
    for (std::size_t& b : begin) {
      const std::size_t count = b;
      b = sum;
      sum += count;
    }
    other.resize(items.size());
    for (const Item& item : items) other[begin[(key_of(item) >> shift) & kMask]++] = item;
    LANESCOPE_CHECK(sum == items.size() && begin[kMask] == sum,
                    "each of {} rows moved once, not {}", items.size(), begin[kMask]);
    items.swap(other);
  }
}

}  // namespace

void radix_sort(std::vector<KeyedRow>& rows) {
  sort_by_digits(rows, [](const KeyedRow& row) { return row.key; });
}

void radix_sort(std::vector<std::int64_t>& numbers) {
  // Each pass also visits every value that a digit may have.
  constexpr std::size_t kFew = 2048;
  if (numbers.size() < kFew) {
    std::ranges::sort(numbers);
    return;
  }
  // From the least one: a negative number among small ones would set all upper digits.
  const auto least = static_cast<std::uint64_t>(*std::ranges::min_element(numbers));
  sort_by_digits(numbers, [&](std::int64_t n) { return static_cast<std::uint64_t>(n) - least; });
}

}  // namespace lanescope
