#include "app/panes/tables/kept_sort.h"

#include <algorithm>

namespace lanescope {

void KeptSort::carry_over(const DataTable& table, DataQuery& query) {
  const bool same = std::ranges::equal(table.columns, titles_, {}, &DataColumn::title);
  if (same || table.columns.empty()) return;
  if (query.sort && *query.sort > 0) {
    const std::size_t column = *query.sort - 1;
    const auto found = column < titles_.size()
                           ? std::ranges::find(table.columns, titles_[column], &DataColumn::title)
                           : table.columns.end();
    query.sort.reset();
    if (found != table.columns.end())
      query.sort = static_cast<std::size_t>(found - table.columns.begin()) + 1;
  }
  titles_.clear();
  for (const DataColumn& column : table.columns) titles_.push_back(column.title);
}

}  // namespace lanescope
