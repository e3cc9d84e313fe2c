// Prints rows whose columns are described (core/view/tables/columns.h): as text for a terminal, as
// JSON, and as Markdown tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/output/json_output.h"
#include "app/cli/output/text_table.h"
#include "core/view/tables/columns.h"

namespace lanescope {

/// Most rows of a table in text; JSON has more.
inline constexpr std::size_t kMostRows = 40;
inline constexpr std::size_t kReportNameWidth = 56;
/// Names for the rows of a table. Kernel names are shortened; kernels with the same short name get
/// what distinguishes them appended. Made safe for a terminal and limited in width, as by
/// printable().
std::vector<std::string> short_titles(const Snapshot& trace, std::span<const StringId> names);
/// "gemm, add, add and 3 more".
std::string first_names(const Snapshot& trace, std::span<const StringId> names, std::size_t most);
/// "and 12 more; see --json", or empty.
std::string more_rows(std::size_t rows, std::size_t most = kMostRows);

/// The values of some rows and columns.
struct PrintedCells {
  std::vector<const ColumnHead*> columns;
  std::vector<std::vector<CellValue>> rows;
};

/// The first `most` rows, with the columns that have a title in this form.
template <typename Row, typename Rows>
PrintedCells printed_cells(const RowColumns<Row>& columns, const Rows& rows,
                           std::string ColumnTitles::*form, std::size_t most) {
  const auto shown = columns.in(form);
  PrintedCells cells{{shown.begin(), shown.end()}, {}};
  for (const Row& row : std::span<const Row>(rows).first(std::min(rows.size(), most))) {
    std::vector<CellValue>& line = cells.rows.emplace_back();
    for (const auto* column : shown) line.push_back(column->of(row));
  }
  return cells;
}

/// Aligned columns with titles; every line ends with a newline.
std::string cells_text(const Snapshot& trace, const PrintedCells& cells);
/// A Markdown table; every line ends with a newline. `blank` surrounds the dashes of its rule.
std::string cells_page(const Snapshot& trace, const PrintedCells& cells,
                       std::string_view blank = " ");
/// Adds a member. A key such as "classes_ns/kernel" adds "kernel" to the object "classes_ns".
void add_cell(const Snapshot& trace, const ColumnHead& column, const CellValue& value, Json& out);

template <typename Row, typename Rows>
std::string rows_text(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows,
                      std::size_t most = kMostRows) {
  return cells_text(trace, printed_cells(columns, rows, &ColumnTitles::text, most));
}

/// The same, followed by the number of omitted rows.
template <typename Row, typename Rows>
std::string first_rows_text(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows,
                            std::size_t most = kMostRows) {
  return rows_text(trace, columns, rows, most) + more_rows(rows.size(), most);
}

template <typename Row, typename Rows>
std::string rows_page(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows,
                      std::size_t most, std::string_view blank = " ") {
  return cells_page(trace, printed_cells(columns, rows, &ColumnTitles::page, most), blank);
}

/// The columns that have a key, in the order of the JSON keys.
template <typename Row>
std::vector<const RowColumn<Row>*> in_order_of_keys(const RowColumns<Row>& columns) {
  auto all = columns.in(&ColumnTitles::json);
  const auto rank = [&](const RowColumn<Row>* column) {
    return std::ranges::find(columns.keys, column->title.json);
  };
  std::ranges::stable_sort(all, std::ranges::less(), rank);
  return all;
}

/// The rows as objects.
template <typename Row, typename Rows>
Json rows_json(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows) {
  const auto members = in_order_of_keys(columns);
  Json out = Json::array();
  for (const Row& row : rows) {
    Json one = Json::object();
    for (const auto* column : members) add_cell(trace, *column, column->of(row), one);
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace lanescope
