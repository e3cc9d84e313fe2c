// Rows from top to bottom that do not overlap, each with a `y_px` and a `bottom_px()`: which are in
// view, and which is at a given y.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

namespace lanescope {

/// Rows that touch [from_px, from_px + height_px). Cost: log(rows).
template <typename Row>
std::span<const Row> rows_in_view(const std::vector<Row>& rows, float from_px, float height_px) {
  const auto first = std::ranges::partition_point(
      rows, [from_px](const Row& row) { return row.bottom_px() <= from_px; });
  const auto last = std::partition_point(
      first, rows.end(),
      [to_px = from_px + height_px](const Row& row) { return row.y_px < to_px; });
  return {first, last};
}

/// Null between rows and outside them. Cost: log(rows).
template <typename Row>
const Row* row_at(const std::vector<Row>& rows, float y_px) {
  const auto row = std::ranges::partition_point(
      rows, [y_px](const Row& one) { return one.bottom_px() <= y_px; });
  return row == rows.end() || y_px < row->y_px ? nullptr : &*row;
}

}  // namespace lanescope
