// RowSearch: where a table can be read on behind a damaged page. SQLite ends a scan there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/readers/sqlite/database.h"

struct sqlite3_stmt;

namespace lanescope {

class RowSearch {
 public:
  /// `scan`: a SELECT of row ids and columns of one table, in the order of the row ids. The
  /// database must outlive this.
  RowSearch(SqliteDatabase& database, const std::string& scan);
  ~RowSearch();
  RowSearch(const RowSearch&) = delete;
  RowSearch& operator=(const RowSearch&) = delete;

  struct Gap {
    std::int64_t before = 0;            // the last row id that can be read
    std::optional<std::int64_t> after;  // the next one, if there is one
  };
  /// The first damage behind the rows from this row id on, which must be there. Rows on the same
  /// page are lost. Cost: a scan up to there, then some 100 looks at single rows.
  [[nodiscard]] Gap first_gap(std::int64_t from);

 private:
  enum class Look : std::uint8_t { Row, End, Damage };
  Look look(std::int64_t from);
  [[nodiscard]] std::optional<std::int64_t> behind(std::int64_t last);

  SqliteDatabase* database_;
  sqlite3_stmt* statement_ = nullptr;
  std::int64_t seen_ = 0;  // the row id of the last look
};

}  // namespace lanescope
