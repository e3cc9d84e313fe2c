// A DataTable's rows as cells to draw: columns and their widths, colours, bars, and what is shown
// while the mouse is on a bar.
#pragma once

#include <vector>

#include "app/widgets/draw/ui.h"
#include "app/widgets/table.h"
#include "core/view/colors/role_palette.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// A click on a head, as the table drawn counts its columns; a third one goes back to the natural
/// order.
void sort_by(DataQuery& query, const TableSort& click, const DataTable& table,
             std::span<const std::size_t> chosen);
/// The other way round: a column that is not there where nothing that is drawn is sorted by.
TableSort shown_sort(const DataQuery& query, std::span<const std::size_t> chosen);

class DataCells {
 public:
  /// Columns of `table` in this order; both must outlive the frame.
  DataCells(const Ui& ui, const RolePalette& palette, const DataTable& table,
            std::span<const std::size_t> chosen)
      : ui_(&ui), palette_(&palette), table_(&table), chosen_(chosen) {}

  /// `column` counts from the name. What it refers to holds until the next call. `as_tree` indents
  /// names.
  TableCell cell(const DataRow& row, std::size_t column, bool as_tree);

  /// What the parts of a row's bar are; `spot` is where the mouse is.
  void draw_parts(const DataRow& row, const TableSpot& spot) const;
  /// The same colours in a line. Returns the width taken.
  float draw_legend(Rect line) const;

  static std::vector<TableColumn> columns(const DataTable& table,
                                          std::span<const std::size_t> chosen);

 private:
  [[nodiscard]] ImU32 color_of(const DataPart& part, bool dim) const;
  [[nodiscard]] TableCell name_cell(const DataRow& row, bool as_tree) const;

  const Ui* ui_;
  const RolePalette* palette_;
  const DataTable* table_;
  std::span<const std::size_t> chosen_;
  std::vector<TableBarPart> bar_;  // of the last cell
};

}  // namespace lanescope
