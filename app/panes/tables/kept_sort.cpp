#include "app/panes/tables/kept_sort.h"

#include <algorithm>

namespace lanescope {

void KeptSort::carry_over(const DataTable& table, DataQuery& query) {
  if (query.sort != left_) missing_.reset();  // another was chosen since
  left_ = query.sort;
  const bool same = std::ranges::equal(table.columns, titles_, {}, &DataColumn::title);
  if (same || table.columns.empty()) return;
  if (query.sort && *query.sort > 0) {
    const std::size_t column = *query.sort - 1;
    if (column < titles_.size()) missing_ = {titles_[column], query.falling};
    query.sort.reset();
  }
  if (missing_) sort_by_missing(table, query);
  left_ = query.sort;
  titles_.clear();
  for (const DataColumn& column : table.columns) titles_.push_back(column.title);
}

void KeptSort::sort_by_missing(const DataTable& table, DataQuery& query) {
  const auto found = std::ranges::find(table.columns, missing_->title, &DataColumn::title);
  if (found == table.columns.end()) return;
  query.sort = static_cast<std::size_t>(found - table.columns.begin()) + 1;
  query.falling = missing_->falling;
  missing_.reset();
}

}  // namespace lanescope
