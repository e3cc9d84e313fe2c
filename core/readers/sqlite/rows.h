// SqliteRows: reads rows of one table by the names of their columns, of which any may be absent, as
// tools add and drop columns from version to version.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/readers/sqlite/database.h"

struct sqlite3_stmt;

namespace lanescope {

class SqliteRows {
 public:
  using Columns = std::span<const std::string_view>;

  /// All rows of `table`, in the order of the file, with these columns, which are numbered as they
  /// are listed here. No rows if there is no such table. The database must outlive this.
  SqliteRows(SqliteDatabase& database, std::string_view table, Columns columns);
  SqliteRows(SqliteDatabase& database, std::string_view table,
             std::initializer_list<std::string_view> columns)
      : SqliteRows(database, table, Columns(columns.begin(), columns.size())) {}
  /// Only the row with this row id, see row_id(); seek() goes on to others. A part that is not
  /// numbered by row ids is passed over once, when its first row is read.
  SqliteRows(SqliteDatabase& database, std::string_view table, Columns columns,
             std::int64_t row_id);
  SqliteRows(SqliteDatabase& database, std::string_view table,
             std::initializer_list<std::string_view> columns, std::int64_t row_id)
      : SqliteRows(database, table, Columns(columns.begin(), columns.size()), row_id) {}
  /// Any statement, with its own numbers of columns.
  struct Sql {};
  SqliteRows(SqliteDatabase& database, const std::string& statement, Sql sql);
  ~SqliteRows();
  SqliteRows(const SqliteRows&) = delete;
  SqliteRows& operator=(const SqliteRows&) = delete;

  /// To another row of those that are read by their row ids; next() then reads it.
  void seek(std::int64_t row_id);

  /// False after the last row, and if the user stops the load. Rows of a whole table that are on
  /// damaged pages are passed over; otherwise, damage ends the rows. See SqliteDatabase::damage.
  bool next();

  /// Whether the table has the column.
  [[nodiscard]] bool has(int column) const;
  /// Of a part, the number of the row in it. 0 for a table without row ids.
  [[nodiscard]] std::int64_t row_id() const;

  // Values of the current row. What is absent or NULL is nullopt or empty; a value of another type
  // is too, and is counted as malformed.

  /// Also of a number of another type that is whole: tools write integers that may be NULL so.
  [[nodiscard]] std::optional<std::int64_t> integer(int column);
  [[nodiscard]] std::int64_t integer_or(int column, std::int64_t otherwise) {
    return integer(column).value_or(otherwise);
  }
  /// Also of whole numbers.
  [[nodiscard]] std::optional<double> number(int column);
  /// Valid until the next row.
  [[nodiscard]] std::string_view text(int column);
  [[nodiscard]] std::span<const std::byte> blob(int column);
  [[nodiscard]] bool is_null(int column) const;

  /// Values of a wrong type so far.
  [[nodiscard]] std::uint64_t malformed() const { return malformed_; }

 private:
  void prepare(const std::string& statement);
  /// Whether the row that was read is where it belongs: of a whole table, behind the last one.
  bool is_in_order();
  /// Behind a damaged page. False if no row can be read there.
  bool read_on();
  enum class Which : std::uint8_t { All, One };
  void select(const SqliteTable& table, Columns columns, Which which);
  void list_numbers();
  void bind_sought();
  /// Of a column in the statement, whose current row is asked for.
  [[nodiscard]] int index(int column) const;
  /// False if the value is NULL, or of another type, which is counted.
  bool is(int column, int type);

  SqliteDatabase* database_;
  sqlite3_stmt* statement_ = nullptr;
  std::vector<bool> columns_;
  std::string scan_, table_;  // of a whole table with row ids: how it is read, and its name
  std::int64_t from_ = 0;     // the first row id that was asked for
  std::optional<std::int64_t> last_id_;  // of the row before
  int first_ = 0;                        // the row id comes before the columns
  std::uint32_t gaps_ = 0;
  const SqliteTable* numbered_ = nullptr;  // a part whose rows are sought by numbers of its own
  std::optional<std::int64_t> sought_;
  std::optional<std::vector<std::pair<std::int64_t, std::int64_t>>> row_ids_;  // by number
  bool done_ = false;
  std::uint64_t malformed_ = 0;
};

}  // namespace lanescope
