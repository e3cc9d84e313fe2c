// The rows of a table that are picked, as lists everywhere do it: a click picks one, with Ctrl one
// more or one less, with Shift all up to it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

class RowPicks {
 public:
  using Order = std::span<const std::uint32_t>;  // rows as listed

  void pick(std::uint32_t row);
  void toggle(std::uint32_t row);
  /// From the row picked last to this one, as they are listed.
  void extend(std::uint32_t row, Order order);
  void clear() { rows_.clear(); }

  [[nodiscard]] bool has(std::uint32_t row) const;
  [[nodiscard]] bool is_only(std::uint32_t row) const {
    return rows_.size() == 1 && rows_.front() == row;
  }
  /// The one picked last.
  [[nodiscard]] std::optional<std::uint32_t> last() const;
  /// Those that are listed, as they are listed. Cost: O(listed).
  [[nodiscard]] std::vector<std::uint32_t> listed(Order order) const;

 private:
  std::vector<std::uint32_t> rows_;  // rising
  std::uint32_t last_ = 0;
};

/// Where a row is listed. Cost: O(listed).
std::optional<std::size_t> place_in(RowPicks::Order order, std::uint32_t row);

}  // namespace lanescope
