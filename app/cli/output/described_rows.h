// Rows whose columns are described (core/view/tables/columns.h), as the text face prints them:
// text for a terminal, JSON, and tables in a page of Markdown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/output/json_output.h"
#include "core/view/tables/columns.h"

namespace lanescope {

/// Rows of a table for people; JSON has more.
inline constexpr std::size_t kMostRows = 40;
inline constexpr std::size_t kReportNameWidth = 56;
/// Names of a table's rows, kernels without the noise of C++; of several kernels with one short
/// name each has what sets it apart. Harmless and held to the width, as printable().
std::vector<std::string> short_titles(const Snapshot& trace, std::span<const StringId> names);
/// "gemm, add, add and 3 more".
std::string first_names(const Snapshot& trace, std::span<const StringId> names, std::size_t most);
/// "and 12 more; see --json" or nothing.
std::string more_rows(std::size_t rows, std::size_t most = kMostRows);

/// The values of some rows in some columns.
struct PrintedCells {
  std::vector<const ColumnHead*> columns;
  std::vector<std::vector<CellValue>> rows;
};

/// Of the first `most` rows, in the columns that have a title in this form.
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

/// Aligned columns with their titles, each line ended.
std::string cells_text(const Snapshot& trace, const PrintedCells& cells);
/// A table of Markdown, each line ended.
std::string cells_page(const Snapshot& trace, const PrintedCells& cells);
/// Adds a member; a key "classes_ns/kernel" means one of the object "classes_ns".
void add_cell(const Snapshot& trace, const ColumnHead& column, const CellValue& value, Json& out);

template <typename Row, typename Rows>
std::string rows_text(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows,
                      std::size_t most = kMostRows) {
  return cells_text(trace, printed_cells(columns, rows, &ColumnTitles::text, most));
}

/// The same, followed by how many rows are left out.
template <typename Row, typename Rows>
std::string first_rows_text(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows,
                            std::size_t most = kMostRows) {
  return rows_text(trace, columns, rows, most) + more_rows(rows.size(), most);
}

template <typename Row, typename Rows>
std::string rows_page(const Snapshot& trace, const RowColumns<Row>& columns, const Rows& rows,
                      std::size_t most) {
  return cells_page(trace, printed_cells(columns, rows, &ColumnTitles::page, most));
}

/// The columns with keys, in the order of JSON.
template <typename Row>
std::vector<const RowColumn<Row>*> in_order_of_keys(const RowColumns<Row>& columns) {
  auto all = columns.in(&ColumnTitles::json);
  const auto rank = [&](const RowColumn<Row>* column) {
    return std::find(columns.keys.begin(), columns.keys.end(), column->title.json);
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
