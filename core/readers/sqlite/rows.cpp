#include "core/readers/sqlite/rows.h"

#include <algorithm>
#include <sqlite3.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/sqlite/row_search.h"

namespace lanescope {
namespace {

std::optional<std::int64_t> whole_number(double value) {
  constexpr double kLimit = 9223372036854775808.0;  // 2^63
  if (!(value >= -kLimit && value < kLimit)) return std::nullopt;
  const auto whole = static_cast<std::int64_t>(value);
  return static_cast<double>(whole) == value ? std::optional(whole) : std::nullopt;
}

std::string from_of(const SqliteTable& table) {
  return "main." + quoted_name(table.part_of.empty() ? table.name : table.part_of);
}

}  // namespace

SqliteRows::SqliteRows(SqliteDatabase& database, std::string_view table, Columns columns)
    : database_(&database) {
  if (const SqliteTable* found = database.find_table(table)) select(*found, columns, Which::All);
  columns_.resize(columns.size());
}

SqliteRows::SqliteRows(SqliteDatabase& database, std::string_view table, Columns columns,
                       std::int64_t row_id)
    : database_(&database) {
  if (const SqliteTable* found = database.find_table(table)) select(*found, columns, Which::One);
  columns_.resize(columns.size());
  seek(row_id);
}

SqliteRows::SqliteRows(SqliteDatabase& database, const std::string& statement, Sql /*sql*/)
    : database_(&database) {
  prepare(statement);
}

SqliteRows::~SqliteRows() {
  sqlite3_finalize(statement_);
}

void SqliteRows::select(const SqliteTable& table, Columns columns, Which which) {
  std::string listed;
  for (const std::string_view column : columns) {
    columns_.push_back(table.has(column));
    listed += ", ";
    listed += columns_.back() ? quoted_name(column) : "NULL";
  }
  first_ = 1;
  const bool is_whole =
      which == Which::All && table.condition.empty() && table.number_column.empty();
  // Only the table itself has its rows in the order of their ids.
  const std::string from = from_of(table) + (is_whole ? " NOT INDEXED" : "");
  const std::string condition = which == Which::One       ? " WHERE rowid = ?1"
                                : table.condition.empty() ? ""
                                                          : " WHERE " + table.condition;
  const auto statement = [&](std::string_view id) {
    return fmt::format("SELECT {}{} FROM {}{}", id, listed, from, condition);
  };
  if (which == Which::One && !table.number_column.empty()) numbered_ = &table;
  // A table may be without row ids; that is known only by asking for them.
  sqlite3_stmt* with_id = nullptr;
  const std::string text =
      statement(table.number_column.empty() ? "rowid" : quoted_name(table.number_column));
  sqlite3_prepare_v2(database_->handle(), text.c_str(), -1, &with_id, nullptr);
  if (with_id == nullptr && which == Which::All) return prepare(statement("0"));
  statement_ = with_id;
  table_ = table.name;
  // A column of that name hides the row ids.
  if (is_whole && !table.has("rowid")) scan_ = text;
}

/// The rows of a part are sought by row ids, as its own numbers need not be in an index.
void SqliteRows::list_numbers() {
  row_ids_.emplace();
  const std::string condition =
      numbered_->condition.empty() ? "" : " WHERE " + numbered_->condition;
  SqliteRows rows(*database_,
                  fmt::format("SELECT {}, rowid FROM {}{}", quoted_name(numbered_->number_column),
                              from_of(*numbered_), condition),
                  Sql{});
  while (rows.next()) {
    if (const auto number = rows.integer(0)) row_ids_->emplace_back(*number, rows.integer_or(1, 0));
  }
  std::ranges::sort(*row_ids_);
}

void SqliteRows::bind_sought() {
  if (!row_ids_) list_numbers();
  const auto at = std::ranges::lower_bound(*row_ids_, *sought_, {},
                                           &std::pair<std::int64_t, std::int64_t>::first);
  if (at != row_ids_->end() && at->first == *sought_) {
    sqlite3_bind_int64(statement_, 1, at->second);
  } else {
    sqlite3_bind_null(statement_, 1);  // no row
  }
  sought_.reset();
}

void SqliteRows::prepare(const std::string& statement) {
  const int code =
      sqlite3_prepare_v2(database_->handle(), statement.c_str(), -1, &statement_, nullptr);
  if (code != SQLITE_OK) database_->note_failure();
}

void SqliteRows::seek(std::int64_t row_id) {
  if (statement_ == nullptr) return;
  LANESCOPE_CHECK(sqlite3_bind_parameter_count(statement_) == 1,
                  "a statement that reads row {} by its number", row_id);
  sqlite3_reset(statement_);
  done_ = false;
  database_->renew_work();
  if (numbered_ != nullptr) {
    sought_ = row_id;  // its numbers are listed only if a row is read
  } else {
    sqlite3_bind_int64(statement_, 1, row_id);
  }
}

bool SqliteRows::next() {
  if (statement_ == nullptr || done_) return false;
  if (sought_) bind_sought();
  const int code = sqlite3_step(statement_);
  const bool is_row = code == SQLITE_ROW;
  if (is_row && is_in_order()) return true;
  done_ = true;  // another step would begin anew
  if (is_row) return read_on();
  if (code == SQLITE_DONE || database_->cancelled()) return false;
  if (code == SQLITE_CORRUPT && !scan_.empty()) return read_on();
  const std::string why = sqlite3_errmsg(database_->handle());
  sqlite3_reset(statement_);
  database_->note_failure(table_.empty() ? why : fmt::format("{}: {}", table_, why));
  return false;
}

/// Where pages refer to each other in circles, the same rows would be read again and again.
bool SqliteRows::is_in_order() {
  if (scan_.empty()) return true;
  const std::int64_t id = sqlite3_column_int64(statement_, 0);
  if (last_id_ && id <= *last_id_) return false;
  last_id_ = id;
  return true;
}

bool SqliteRows::read_on() {
  constexpr std::uint32_t kMostGaps = 1000;
  LANESCOPE_CHECK(!scan_.empty() && done_, "a whole table that broke off, not {}", table_);
  sqlite3_reset(statement_);
  database_->forget_pages();
  const RowSearch::Gap gap = RowSearch(*database_, scan_).first_gap(from_);
  if (!gap.after || ++gaps_ > kMostGaps) {
    database_->note_failure(fmt::format("rows behind {} of {} are damaged", gap.before, table_));
    return false;
  }
  database_->note_failure(
      fmt::format("rows {} to {} of {} are damaged", gap.before + 1, *gap.after - 1, table_));
  from_ = *gap.after;
  sqlite3_finalize(std::exchange(statement_, nullptr));
  prepare(scan_ + " WHERE rowid >= ?1 ORDER BY rowid");
  if (statement_ == nullptr) return false;
  sqlite3_bind_int64(statement_, 1, from_);
  done_ = false;
  return next();
}

bool SqliteRows::has(int column) const {
  LANESCOPE_CHECK(column >= 0 && static_cast<std::size_t>(column) < columns_.size(),
                  "one of {} columns, not {}", columns_.size(), column);
  return columns_[static_cast<std::size_t>(column)];
}

int SqliteRows::index(int column) const {
  LANESCOPE_SLOW_CHECK(statement_ != nullptr && !done_, "a row to read column {} of", column);
  return column + first_;
}

std::int64_t SqliteRows::row_id() const {
  LANESCOPE_CHECK(first_ == 1 && !done_, "a row of a table");

  return sqlite3_column_int64(statement_, 0);
}

bool SqliteRows::is_null(int column) const {
  return sqlite3_column_type(statement_, index(column)) == SQLITE_NULL;
}

bool SqliteRows::is(int column, int type) {
  const int found = sqlite3_column_type(statement_, index(column));
  if (found == type) return true;
  if (found != SQLITE_NULL) ++malformed_;
  return false;
}

/// The value is asked for once: most of what is read are integers, and SQLite looks a column up
/// each time.
std::optional<std::int64_t> SqliteRows::integer(int column) {
  sqlite3_value* const value = sqlite3_column_value(statement_, index(column));
  const int found = sqlite3_value_type(value);
  if (found == SQLITE_INTEGER) return sqlite3_value_int64(value);
  if (found == SQLITE_FLOAT) {
    if (const auto whole = whole_number(sqlite3_value_double(value))) return whole;
  }
  if (found != SQLITE_NULL) ++malformed_;
  return std::nullopt;
}

std::optional<double> SqliteRows::number(int column) {
  if (sqlite3_column_type(statement_, index(column)) != SQLITE_INTEGER && !is(column, SQLITE_FLOAT))
    return std::nullopt;
  return sqlite3_column_double(statement_, index(column));
}

std::string_view SqliteRows::text(int column) {
  if (!is(column, SQLITE_TEXT)) return {};
  const auto* const bytes =
      reinterpret_cast<const char*>(sqlite3_column_text(statement_, index(column)));
  if (bytes == nullptr) return {};  // out of memory
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, index(column)))};
}

std::span<const std::byte> SqliteRows::blob(int column) {
  if (!is(column, SQLITE_BLOB)) return {};
  const auto* const bytes =
      static_cast<const std::byte*>(sqlite3_column_blob(statement_, index(column)));
  if (bytes == nullptr) return {};  // of no bytes
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, index(column)))};
}

}  // namespace lanescope
