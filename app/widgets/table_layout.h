// Where the columns of a table lie, and how their widths are changed.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "app/widgets/table.h"

namespace lanescope {

/// For one frame; what it refers to must outlive it.
class TableLayout {
 public:
  /// The first column takes the remaining width and, if its names need more, what the others do not
  /// need; columns that do not fit are omitted, starting from the right, and so are those that
  /// would cut names of usual length. If the user chose the first column's width, it is kept as
  /// long as other columns wait for room.
  TableLayout(const Ui& ui, Rect area, std::span<const TableColumn> columns,
              const TableWidths& widths);

  /// How many columns are drawn.
  [[nodiscard]] std::size_t shown() const { return shown_; }
  /// The left edge of a column; that of the column after the last is the end.
  [[nodiscard]] float edge(std::size_t column) const { return edges_[column]; }
  /// A column's part of a row, without the gap before the next column.
  [[nodiscard]] Rect cell(std::size_t column, Rect row) const;
  /// nullopt to the right of the last column.
  [[nodiscard]] std::optional<std::size_t> column_at(float x) const;
  /// In pixels: what is left to the right of the last column once the user chose the widths.
  [[nodiscard]] float blank_px() const { return right_ - edges_[shown_]; }
  /// In pixels.
  [[nodiscard]] float width(std::size_t column) const {
    return edges_[column + 1] - edges_[column];
  }

 private:
  static constexpr std::size_t kMostColumns = 16;

  [[nodiscard]] float width_of(const TableColumn& column, const TableWidths& widths) const;
  void lay_out(Rect area, const TableWidths& widths, float spare_px);
  /// What the first column has at least, next to more than one other.
  [[nodiscard]] float least_first_px() const;
  /// What its names need, if that is no more than their part of the table.
  [[nodiscard]] float names_px(float table_px) const;
  /// What a column can give up; nothing if the user chose its width.
  [[nodiscard]] float spare_of(const TableColumn& column, const TableWidths& widths) const;
  /// The part of their spare widths that the columns give up.
  [[nodiscard]] float given_up(float first_px, const TableWidths& widths) const;

  const Ui* ui_;
  std::span<const TableColumn> columns_;
  std::array<float, kMostColumns + 1> edges_{};
  std::size_t shown_ = 0;
  float right_ = 0;  // where the last column ends at most
};

/// Makes the edges between titles draggable: a drag moves the edge, a double click fits the column
/// on its left to its longest text. A double click on the edge of the first column restores all
/// widths. Call before the titles are drawn, which lie below.
void draw_column_edges(const Ui& ui, Rect head, const TableContent& content,
                       const TableLayout& layout, TableWidths& widths);

/// Fits a column to its longest text, looking at no more than a few thousand rows; the first one
/// takes what remains.
void fit_column(const Ui& ui, const TableContent& content, std::size_t column, TableWidths& widths);

}  // namespace lanescope
