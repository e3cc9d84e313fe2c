// What the columns of tables mean, in one place: the tooltips of their titles, and which of them
// may be added up in a table's footer.
#pragma once

#include <string_view>

namespace lanescope {

struct ColumnWords {
  std::string_view help = {};  // one or two sentences: what it is and how it is computed
  /// Values of different rows do not overlap, so their sum means something. False for means, for
  /// times that include nested calls, and for text.
  bool sums = false;
};

/// Of the column `title` in the table whose rows are named `rows`: DataTable::name_title and
/// DataColumn::title; `title` is empty for the names themselves. A title that means the same in all
/// tables is listed once. Without help if it is not listed, as the metrics of hardware counters,
/// whose names come from the trace. Cost: a search in a short list. Any thread.
ColumnWords column_words(std::string_view rows, std::string_view title);

}  // namespace lanescope
