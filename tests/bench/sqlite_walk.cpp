// The floor under any load of an export of Nsight Systems on this machine: what `select *` of the
// tables that the reader reads takes, with every value of every row looked at and nothing kept.
//
//   sqlite_walk FILE
//
// One thread, as SQLite has it, and SQLite's own access to files.
#include <cstdint>
#include <sqlite3.h>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/readers/nsys/tables.h"

namespace {

struct Totals {
  std::uint64_t rows = 0, values = 0;
  std::uint64_t sum = 0;  // of all values, so that no read can be left out
  bool failed = false;
};

std::uint64_t value_of(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
      return static_cast<std::uint64_t>(sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
      return sqlite3_column_double(row, column) > 0 ? 1 : 0;
    case SQLITE_NULL:
      return 0;
    default: {
      const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
      const int size = sqlite3_column_bytes(row, column);
      return size == 0 ? 0 : static_cast<std::uint64_t>(size) + static_cast<unsigned char>(*bytes);
    }
  }
}

bool has_table(sqlite3* database, std::string_view name) {
  return sqlite3_table_column_metadata(database, nullptr, std::string(name).c_str(), nullptr,
                                       nullptr, nullptr, nullptr, nullptr, nullptr) == SQLITE_OK;
}

void walk(sqlite3* database, std::string_view table, Totals& totals) {
  if (!has_table(database, table)) return;
  sqlite3_stmt* rows = nullptr;
  const std::string text = fmt::format("SELECT * FROM \"{}\"", table);
  int code = sqlite3_prepare_v2(database, text.c_str(), -1, &rows, nullptr);
  const int columns = sqlite3_column_count(rows);
  while (code == SQLITE_OK || code == SQLITE_ROW) {
    code = sqlite3_step(rows);
    if (code != SQLITE_ROW) break;
    ++totals.rows;
    totals.values += static_cast<std::uint64_t>(columns);
    for (int column = 0; column < columns; ++column) totals.sum += value_of(rows, column);
  }
  totals.failed |= code != SQLITE_DONE;
  sqlite3_finalize(rows);
}

}  // namespace

int main(int argc, char** argv) {
  sqlite3* database = nullptr;
  if (argc != 2 ||
      sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
    fmt::print(stderr, "usage: sqlite_walk FILE; FILE is an SQLite export of Nsight Systems\n");
    sqlite3_close(database);
    return 2;
  }
  Totals totals;
  walk(database, "StringIds", totals);
  for (const std::string_view table : lanescope::kNsysTables) walk(database, table, totals);
  sqlite3_close(database);
  fmt::print("rows\t{}\nvalues\t{}\nsum\t{}\n", totals.rows, totals.values, totals.sum);
  return totals.failed ? 3 : 0;
}
