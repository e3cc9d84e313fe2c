// Adds to a table's columns what they mean.
#pragma once

#include <span>

#include "app/widgets/table.h"
#include "core/view/tables/column_words.h"

namespace lanescope {

/// `rows` and the titles are those of column_words; a column without an entry stays as it is.
inline void add_help(std::string_view rows, std::span<TableColumn> columns) {
  for (TableColumn& column : columns) column.help = column_words(rows, column.title).help;
}

/// The same for a fixed list of columns.
template <typename Columns>
Columns with_help(std::string_view rows, Columns columns) {
  add_help(rows, columns);
  return columns;
}

}  // namespace lanescope
