// What the columns of tables mean, in one place: the tooltips of their titles, and which of them
// may be added up in a table's footer.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

/// Which rows a column is added up over.
enum class ColumnSum : std::uint8_t {
  None,       // means, text, and values of rows that overlap in other ways
  Rows,       // values of different rows do not overlap
  Outermost,  // in a tree: a row's value includes the rows inside it
};

struct ColumnWords {
  std::string_view help = {};  // one or two sentences: what it is and how it is computed
  ColumnSum sum = ColumnSum::None;
};

/// Of the column `title` in the table whose rows are named `rows`: DataTable::name_title and
/// DataColumn::title; `title` is empty for the names themselves. A title that means the same in all
/// tables is listed once. Without help if it is not listed, as the metrics of hardware counters,
/// whose names come from the trace. Cost: a search in a short list. Any thread.
ColumnWords column_words(std::string_view rows, std::string_view title);

}  // namespace lanescope
