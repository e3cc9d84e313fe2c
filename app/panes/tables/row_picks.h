// The selected rows of a table, with the usual list behavior: a click selects one row, Ctrl+click
// toggles one, Shift+click extends the selection.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

class RowPicks {
 public:
  using Order = std::span<const std::uint32_t>;  // rows in the order shown

  void pick(std::uint32_t row);
  void toggle(std::uint32_t row);
  /// Selects the rows between the last selected row and this one, in the order shown.
  void extend(std::uint32_t row, Order order);
  void clear();

  [[nodiscard]] bool has(std::uint32_t row) const;
  [[nodiscard]] std::size_t count() const { return rows_.size(); }
  [[nodiscard]] bool is_only(std::uint32_t row) const {
    return rows_.size() == 1 && rows_.front() == row;
  }
  /// Increases with every change.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  /// The row selected last.
  [[nodiscard]] std::optional<std::uint32_t> last() const;
  /// The selected rows that are listed, in the order shown. Cost: O(listed).
  [[nodiscard]] std::vector<std::uint32_t> listed(Order order) const;

 private:
  std::vector<std::uint32_t> rows_;  // ascending
  std::uint32_t last_ = 0;
  std::uint64_t changes_ = 0;
};

/// The position of a row in the list. Cost: O(listed).
std::optional<std::size_t> place_in(RowPicks::Order order, std::uint32_t row);

}  // namespace lanescope
