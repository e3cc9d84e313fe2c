#include "core/analysis/kernels/window_ranks.h"

#include <algorithm>
#include <numeric>

#include "core/base/radix_sort.h"

namespace lanescope {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// The starts by symbol, then by position.
Numbers starts_by_symbol(std::span<const std::uint32_t> symbols) {
  std::vector<KeyedRow> keys;
  keys.reserve(symbols.size());
  for (const std::uint32_t symbol : symbols)
    keys.push_back({symbol, static_cast<std::uint32_t>(keys.size())});
  radix_sort(keys);
  Numbers starts;
  starts.reserve(keys.size());
  for (const KeyedRow& key : keys) starts.push_back(key.row);
  return starts;
}

/// Sorts the starts of windows by their second half, then by their first: `starts` are sorted by
/// the halves, whose ranks are dense, so counting suffices. A second half past the end comes after
/// all others.
Numbers starts_by_halves(const Numbers& starts, const Numbers& half, std::uint32_t step) {
  const auto size = static_cast<std::uint32_t>(starts.size());
  Numbers next(std::size_t{size} + 1);  // by rank of the first half: where its next start goes
  for (const std::uint32_t rank : half) ++next[rank + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  Numbers sorted(size);
  const auto place = [&](std::uint32_t start) { sorted[next[half[start]]++] = start; };
  for (const std::uint32_t start : starts) {
    if (start >= step) place(start - step);
  }
  for (std::uint32_t start = size - std::min(step, size); start < size; ++start) place(start);
  return sorted;
}

/// The rank of each start; those that are the same as the one before have its rank.
template <typename Same>
Numbers ranks_of(const Numbers& starts, const Same& same) {
  Numbers ranks(starts.size());
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (i != 0 && !same(starts[i - 1], starts[i])) ++rank;
    ranks[starts[i]] = rank;
  }
  return ranks;
}

}  // namespace

WindowRanks::WindowRanks(std::span<const std::uint32_t> symbols)
    : sorted_(starts_by_symbol(symbols)) {
  ranks_[0] =
      ranks_of(sorted_, [&](std::uint32_t a, std::uint32_t b) { return symbols[a] == symbols[b]; });
  for (std::size_t l = 1; l < kLevels; ++l) {
    const Numbers& half = ranks_[l - 1];
    const std::uint32_t step = 1U << (l - 1);
    sorted_ = starts_by_halves(sorted_, half, step);
    ranks_[l] = ranks_of(sorted_, [&](std::uint32_t a, std::uint32_t b) {
      return half[a] == half[b] && std::max(a, b) + step < size() &&
             half[a + step] == half[b + step];
    });
  }
}

std::uint32_t WindowRanks::common(std::uint32_t a, std::uint32_t b) const {
  std::uint32_t length = 0;
  for (std::size_t l = kLevels; l-- > 0;) {
    const std::uint32_t x = a + length, y = b + length;
    if (x >= size() || y >= size() || length >= kLongest) break;
    if (ranks_[l][x] == ranks_[l][y]) length += 1U << l;
  }
  return std::min(length, kLongest);
}

}  // namespace lanescope
