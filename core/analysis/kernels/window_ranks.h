// Ranks of all windows of 1, 2, 4 … 64 symbols of a sequence: equal windows have equal ranks. What
// repeats is found with them, and how far two places go on alike.
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

  /// Cost: seven sorts; 28 bytes a symbol are kept.
  explicit WindowRanks(std::span<const std::uint32_t> symbols);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranks_[0].size()); }
  /// Of the windows of 2^level symbols, by their start; those that reach over the end are like no
  /// other.
  [[nodiscard]] std::span<const std::uint32_t> level(std::size_t level) const {
    return ranks_[level];
  }
  /// All starts in the order of their windows of 64 symbols, equal ones by place.
  [[nodiscard]] std::vector<std::uint32_t> sorted() const;
  /// How many symbols from two places on are alike, 64 at most.
  [[nodiscard]] std::uint32_t common(std::uint32_t a, std::uint32_t b) const;

 private:
  std::array<std::vector<std::uint32_t>, kLevels> ranks_;
};

}  // namespace lanescope
