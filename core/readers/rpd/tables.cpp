#include "core/readers/rpd/tables.h"

#include <algorithm>

namespace lanescope {

RpdLaunches::RpdLaunches(SqliteDatabase& database) {
  SqliteRows rows(database, "rocpd_api_ops", {"api_id", "op_id"});
  while (rows.next()) {
    const auto call = rows.integer(0), op = rows.integer(1);
    if (call && op) pairs_.push_back({*op, *call});
  }
  std::ranges::stable_sort(pairs_, {}, &Pair::op);
}

std::optional<std::int64_t> RpdLaunches::call_of(std::int64_t op) const {
  const auto after = std::ranges::upper_bound(pairs_, op, {}, &Pair::op);
  if (after == pairs_.begin() || (after - 1)->op != op) return std::nullopt;
  return (after - 1)->call;
}

}  // namespace lanescope
