#include "tests/fuzz/files/statement_mutator.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

std::string any_of(const std::vector<std::string>& all, std::mt19937_64& random) {
  return all.empty() ? "none" : all[below(random, all.size())];
}

std::string_view hostile_value(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 28> kValues = {"NULL",
                                                        "NULL",
                                                        "0",
                                                        "-1",
                                                        "1",
                                                        "70",
                                                        "9223372036854775807",
                                                        "-9223372036854775808",
                                                        "4611686018427387904",
                                                        "-4611686018427387904",
                                                        "4294967296",
                                                        "1099511627776",
                                                        "2147483648",
                                                        "1e308",
                                                        "9e999",
                                                        "-9e999",
                                                        "0.5",
                                                        "'text'",
                                                        "''",
                                                        "'300'",
                                                        "'aten::mm, seq = 4, op_id = 6'",
                                                        "'ncclDevKernel_AllReduce_Sum'",
                                                        "'\"\\\n'",
                                                        "CAST(x'ff00fe' AS TEXT)",
                                                        "CAST(x'c3' AS TEXT)",
                                                        "x'00'",
                                                        "zeroblob(1000)",
                                                        "hex(zeroblob(20000))"};
  return kValues[below(random, kValues.size())];
}

/// Some of a table's rows.
std::string some_rows(std::mt19937_64& random) {
  const std::size_t every = 1 + below(random, 4);
  return fmt::format("rowid % {} = {}", every, below(random, every));
}

std::string change_values(const DatabaseFile& database, const std::string& table,
                          std::mt19937_64& random) {
  const std::vector<std::string> columns = database.columns(table);
  const std::string column = any_of(columns, random);
  const std::string other = any_of(columns, random);
  std::string value;
  switch (below(random, 7)) {
    case 0:
      value = fmt::format("\"{}\"", other);
      break;
    case 1:
      value = fmt::format("\"{}\" + {}", column, hostile_value(random));
      break;
    case 2:
      value = "rowid";
      break;
    case 3:
      value = fmt::format("(SELECT max(\"{}\") FROM \"{}\")", other, table);
      break;
    default:
      value = hostile_value(random);
  }
  return fmt::format("UPDATE OR IGNORE \"{}\" SET \"{}\" = {} WHERE {};\n", table, column, value,
                     some_rows(random));
}

std::string change_rows(const std::string& table, std::mt19937_64& random) {
  switch (below(random, 4)) {
    case 0:
      return fmt::format("DELETE FROM \"{}\" WHERE {};\n", table, some_rows(random));
    case 1:
      return fmt::format("UPDATE OR IGNORE \"{}\" SET rowid = rowid + {} WHERE {};\n", table,
                         hostile_value(random), some_rows(random));
    case 2:
      return fmt::format("UPDATE OR IGNORE \"{}\" SET rowid = -rowid WHERE {};\n", table,
                         some_rows(random));
    default:
      return fmt::format("INSERT OR IGNORE INTO \"{0}\" SELECT * FROM \"{0}\";\n", table);
  }
}

std::string change_table(const DatabaseFile& database, const std::string& table,
                         std::mt19937_64& random) {
  const std::string column = any_of(database.columns(table), random);
  const std::string other = any_of(database.tables(), random);
  switch (below(random, 13)) {
    case 0:
      return fmt::format("DROP TABLE \"{}\";\n", table);
    case 1:
      return fmt::format("ALTER TABLE \"{}\" DROP COLUMN \"{}\";\n", table, column);
    case 2:
      return fmt::format("ALTER TABLE \"{}\" RENAME COLUMN \"{}\" TO \"{}\";\n", table, column,
                         any_of(database.columns(other), random));
    case 3:
      return fmt::format("ALTER TABLE \"{}\" ADD COLUMN \"more\"\"{}\" DEFAULT {};\n", table,
                         column, below(random, 9));
    case 4:
      return fmt::format("ALTER TABLE \"{}\" RENAME TO \"{}_old\";\n", table, table);
    case 5:  // the same rows, but only seen through a view
      return fmt::format(
          "ALTER TABLE \"{0}\" RENAME TO \"{0}_old\";\nCREATE VIEW \"{0}\" AS SELECT * FROM"
          " \"{0}_old\";\n",
          table);
    case 6:  // two tables under one another's names
      return fmt::format(
          "ALTER TABLE \"{0}\" RENAME TO \"swapped\";\nALTER TABLE \"{1}\" RENAME TO \"{0}\";\n"
          "ALTER TABLE \"swapped\" RENAME TO \"{1}\";\n",
          table, other);
    case 7:
      return fmt::format(
          "CREATE TRIGGER \"on {0}\" AFTER INSERT ON \"{0}\" BEGIN DELETE FROM \"{0}\"; END;\n",
          table);
    case 8:
      return fmt::format("CREATE INDEX \"of {0}\" ON \"{0}\"(\"{1}\");\n", table, column);
    case 9:  // without types of columns and without row ids that mean anything
      return fmt::format(
          "CREATE TABLE copied AS SELECT * FROM \"{0}\";\nDROP TABLE \"{0}\";\n"
          "ALTER TABLE copied RENAME TO \"{0}\";\n",
          table);
    case 10:
      return "PRAGMA writable_schema = 1;\n" +
             fmt::format("UPDATE sqlite_schema SET rootpage = {} WHERE name = '{}';\n",
                         below(random, 30), table);
    case 11:
      return "PRAGMA writable_schema = 1;\n" +
             fmt::format(
                 "UPDATE sqlite_schema SET sql = replace(sql, '\"{}\"', 'rowid') WHERE name"
                 " = '{}';\n",
                 column, table);
    default:
      return fmt::format(
          "ALTER TABLE \"{}\" ADD COLUMN made INTEGER GENERATED ALWAYS AS (\"{}\" + 1);\n", table,
          column);
  }
}

}  // namespace

std::string hostile_statement(const DatabaseFile& database, std::mt19937_64& random) {
  const std::string table = any_of(database.tables(), random);
  const std::size_t kind = below(random, 10);
  if (kind < 6) return change_values(database, table, random);
  return kind < 8 ? change_rows(table, random) : change_table(database, table, random);
}

std::string hostile_patches(const std::string& bytes, std::mt19937_64& random) {
  constexpr std::array kValues = {0, 1, 2, 5, 10, 13, 127, 128, 254, 255};
  std::string lines;
  for (std::size_t patches = 1 + below(random, 10); patches > 0; --patches) {
    constexpr std::size_t kPage = 4096, kPageHeader = 24;
    // Half of them at the beginning of a page, which says how to read the rest of it.
    const std::size_t page = below(random, bytes.size() / kPage + 1) * kPage;
    const std::size_t at =
        below(random, 2) == 0 ? below(random, bytes.size()) : page + below(random, kPageHeader);
    const int value = below(random, 2) == 0 ? kValues[below(random, kValues.size())]
                                            : static_cast<int>(below(random, 256));
    lines += fmt::format("{} {}\n", at, value);
  }
  if (below(random, 6) == 0) lines += fmt::format("cut {}\n", below(random, bytes.size() + 1));
  return lines;
}

std::string patched(std::string bytes, const std::string& patches) {
  std::istringstream lines(patches);
  std::string first;
  std::uint64_t second = 0;
  while (lines >> first >> second) {
    if (first == "cut") {
      if (second < bytes.size()) bytes.resize(second);
      continue;
    }
    const std::uint64_t at = std::strtoull(first.c_str(), nullptr, 10);
    if (at < bytes.size()) bytes[at] = static_cast<char>(second & 0xFFU);
  }
  return bytes;
}

}  // namespace lanescope
