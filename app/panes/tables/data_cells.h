// Converts the rows of a DataTable to cells: columns and their widths, colors, bars, and tooltips
// for bars.
#pragma once

#include <vector>

#include "app/widgets/draw/ui.h"
#include "app/widgets/table.h"
#include "core/view/colors/role_palette.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

/// Handles a click on a column title; `click` counts the drawn columns. The third click restores
/// the natural order.
void sort_by(DataQuery& query, const TableSort& click, const DataTable& table,
             std::span<const std::size_t> chosen);
/// The inverse: the sort order in terms of the drawn columns, which in the natural order is that of
/// DataTable::ordered_by. If none of them is sorted by, its column does not exist.
TableSort shown_sort(const DataTable& table, const DataQuery& query,
                     std::span<const std::size_t> chosen);

class DataCells {
 public:
  /// Draws the columns `chosen` of `table`, in this order; both must outlive the frame.
  DataCells(const Ui& ui, const RolePalette& palette, const DataTable& table,
            std::span<const std::size_t> chosen)
      : ui_(&ui), palette_(&palette), table_(&table), chosen_(chosen) {}

  /// `column` counts from the name. The returned cell refers to data that is valid until the next
  /// call. `as_tree` indents names.
  TableCell cell(const DataRow& row, std::size_t column, bool as_tree);

  /// A tooltip about the parts of a row's bar; `spot` is the mouse position.
  void draw_parts(const DataRow& row, const TableSpot& spot) const;
  /// A legend of the same colors on one line. Returns the width used.
  float draw_legend(Rect line) const;

  static std::vector<TableColumn> columns(const DataTable& table,
                                          std::span<const std::size_t> chosen);

 private:
  [[nodiscard]] ImU32 color_of(const DataPart& part, bool dim) const;
  /// 0: not hatched.
  [[nodiscard]] ImU32 hatch_of(const DataPart& part) const;
  [[nodiscard]] TableCell name_cell(const DataRow& row, bool as_tree) const;

  const Ui* ui_;
  const RolePalette* palette_;
  const DataTable* table_;
  std::span<const std::size_t> chosen_;
  std::vector<TableBarPart> bar_;  // of the last cell
};

}  // namespace lanescope
