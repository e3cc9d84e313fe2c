// Ranks of all windows of 1, 2, 4 … 64 symbols of a sequence: equal windows have equal ranks. Used
// to find repeats and common prefixes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

class WindowRanks {
 public:
  static constexpr std::size_t kLevels = 7;
  static constexpr std::uint32_t kLongest = 64;

  /// Cost: a radix sort, and six counting sorts; keeps 32 bytes per symbol.
  explicit WindowRanks(std::span<const std::uint32_t> symbols);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranks_[0].size()); }
  /// The ranks of the windows of 2^level symbols, by start; windows that extend past the end are
  /// unique.
  [[nodiscard]] std::span<const std::uint32_t> level(std::size_t level) const {
    return ranks_[level];
  }
  /// All starts, sorted by their windows of 64 symbols, then by position.
  [[nodiscard]] std::span<const std::uint32_t> sorted() const { return sorted_; }
  /// The length of the common prefix at two positions, at most 64.
  [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::uint32_t> sorted_;
  std::array<std::vector<std::uint32_t>, kLevels> ranks_;
};

}  // namespace lanescope
