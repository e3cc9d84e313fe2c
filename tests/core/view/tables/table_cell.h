// The text of a table cell, by the title of its column.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "core/view/tables/data_tables.h"

namespace lanescope {

inline std::string text_of(const DataTable& table, const DataRow& row, std::string_view title) {
  const auto at = std::ranges::find(table.columns, title, &DataColumn::title);
  REQUIRE(at != table.columns.end());
  return row.cells[static_cast<std::size_t>(at - table.columns.begin())].text;
}

inline std::string text_of(const DataTable& table, std::size_t row, std::string_view title) {
  return text_of(table, table.rows.at(row), title);
}

}  // namespace lanescope
