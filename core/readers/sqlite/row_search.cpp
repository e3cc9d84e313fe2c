#include "core/readers/sqlite/row_search.h"

#include <limits>
#include <sqlite3.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::int64_t kMostId = std::numeric_limits<std::int64_t>::max();

}  // namespace

RowSearch::RowSearch(SqliteDatabase& database, const std::string& scan) : database_(&database) {
  const std::string text = scan + " WHERE rowid >= ?1 ORDER BY rowid";
  sqlite3_prepare_v2(database.handle(), text.c_str(), -1, &statement_, nullptr);
}

RowSearch::~RowSearch() {
  sqlite3_finalize(statement_);
}

RowSearch::Gap RowSearch::first_gap(std::int64_t from) {
  Gap gap{from - 1, std::nullopt};
  if (statement_ == nullptr) return gap;
  sqlite3_bind_int64(statement_, 1, from);
  // A row that is not behind the last one is damage too, see SqliteRows::is_in_order().
  while (sqlite3_step(statement_) == SQLITE_ROW) {
    const std::int64_t id = sqlite3_column_int64(statement_, 0);
    if (id <= gap.before) break;
    gap.before = id;
  }
  sqlite3_reset(statement_);
  database_->forget_pages();
  gap.after = behind(gap.before);
  return gap;
}

RowSearch::Look RowSearch::look(std::int64_t from) {
  sqlite3_bind_int64(statement_, 1, from);
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) seen_ = sqlite3_column_int64(statement_, 0);
  sqlite3_reset(statement_);
  if (code == SQLITE_DONE) return Look::End;
  // In a damaged table, a row may be where smaller ones belong.
  if (code == SQLITE_ROW && seen_ >= from) return Look::Row;
  database_->forget_pages();
  return Look::Damage;
}

/// At growing distances, then between the last one that fails and the first that does not.
std::optional<std::int64_t> RowSearch::behind(std::int64_t last) {
  std::int64_t damaged = last, readable = last;
  for (std::int64_t distance = 1; readable == last; distance *= 2) {
    if (last > kMostId - distance || distance > kMostId / 4 || database_->cancelled())
      return std::nullopt;
    const Look found = look(last + distance);
    if (found == Look::End) return std::nullopt;
    (found == Look::Row ? readable : damaged) = last + distance;
  }
  std::int64_t row = seen_;
  while (readable - damaged > 1) {
    const std::int64_t middle = damaged + (readable - damaged) / 2;
    const bool found = look(middle) == Look::Row;
    (found ? readable : damaged) = middle;
    if (found) row = seen_;
  }
  LANESCOPE_CHECK(row > last, "a row behind {}, not {}", last, row);
  return row;
}

}  // namespace lanescope
