// IdValues: a number for each row id of a table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/readers/sqlite/rows.h"

namespace lanescope {

class IdValues {
 public:
  IdValues() = default;
  /// Of all rows in which the column is not NULL; none if the table is absent.
  IdValues(SqliteDatabase& database, std::string_view table, std::string_view column) {
    SqliteRows rows(database, table, {column});
    while (rows.next()) {
      if (const auto value = rows.integer(0)) add(rows.row_id(), *value);
    }
    sort();
  }

  void add(std::int64_t id, std::int64_t value) { values_.emplace_back(id, value); }
  /// Call after adding. Rows are in order unless the file is damaged.
  void sort() {
    if (!std::ranges::is_sorted(values_)) std::ranges::sort(values_);
  }

  [[nodiscard]] std::optional<std::int64_t> of(std::optional<std::int64_t> id) const {
    if (!id) return std::nullopt;
    const auto at = std::ranges::lower_bound(values_, *id, {}, &Pair::first);
    return at != values_.end() && at->first == *id ? std::optional(at->second) : std::nullopt;
  }

 private:
  using Pair = std::pair<std::int64_t, std::int64_t>;
  std::vector<Pair> values_;
};

}  // namespace lanescope
