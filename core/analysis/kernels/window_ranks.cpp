#include "core/analysis/kernels/window_ranks.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/radix_sort.h"

namespace lanescope {
namespace {

/// The rank of each key, by row; equal keys have equal ranks. Sorts the keys.
std::vector<std::uint32_t> ranks_of(std::vector<KeyedRow>& keys) {
  radix_sort(keys);
  std::vector<std::uint32_t> ranks(keys.size());
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i != 0 && keys[i].key != keys[i - 1].key) ++rank;
    ranks[keys[i].row] = rank;
  }
  return ranks;
}

}  // namespace

WindowRanks::WindowRanks(std::span<const std::uint32_t> symbols) {
  const auto size = static_cast<std::uint32_t>(symbols.size());
  std::vector<KeyedRow> keys(size);
  for (std::uint32_t i = 0; i < size; ++i) keys[i] = {symbols[i], i};
  ranks_[0] = ranks_of(keys);
  for (std::size_t l = 1; l < kLevels; ++l) {
    const std::vector<std::uint32_t>& half = ranks_[l - 1];
    const std::uint32_t step = 1U << (l - 1);
    for (std::uint32_t i = 0; i < size; ++i) {
      // Ranks are less than the size, so positions past the end get unique numbers.
      const std::uint32_t behind = i + step < size ? half[i + step] : size + i;
      keys[i] = {std::uint64_t{half[i]} << 32U | behind, i};
    }
    ranks_[l] = ranks_of(keys);
  }
}

std::vector<std::uint32_t> WindowRanks::sorted() const {
  // Ranks are dense, so counting sorts them.
  const std::vector<std::uint32_t>& ranks = ranks_[kLevels - 1];
  std::vector<std::uint32_t> next(std::size_t{size()} + 1);  // by rank: where its next start goes
  for (const std::uint32_t rank : ranks) ++next[rank + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<std::uint32_t> starts(size());
  for (std::uint32_t i = 0; i < size(); ++i) starts[next[ranks[i]]++] = i;
  return starts;
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
