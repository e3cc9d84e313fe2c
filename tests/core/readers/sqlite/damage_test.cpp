// What a damaged database says of itself, and which of its rows are read.
#include <doctest/doctest.h>

#include "core/readers/sqlite/database.h"
#include "core/readers/sqlite/rows.h"
#include "tests/core/fixtures/made_database.h"

using namespace lanescope;

namespace {

constexpr std::size_t kPageBytes = 4096;

Result<std::unique_ptr<SqliteDatabase>> open_bytes(const std::string& bytes) {
  return SqliteDatabase::open(memory_byte_source(bytes), "", nullptr);
}

std::size_t rows_of(SqliteDatabase& database, std::string_view table) {
  SqliteRows rows(database, table, {"n"});
  std::size_t count = 0;
  while (rows.next()) ++count;
  return count;
}

/// Tables `t` and `u` of three rows each, on the second and third page. The second row of `t` is
/// said to begin with the last byte of its page.
std::string with_a_row_beyond_its_page() {
  constexpr std::size_t kSecondCell =
      kPageBytes + 10;  // on the second page, most significant first
  std::string bytes = database_bytes(
      "PRAGMA page_size = 4096; CREATE TABLE t(n INTEGER); CREATE TABLE u(n INTEGER);"
      "INSERT INTO t VALUES(1), (2), (3); INSERT INTO u VALUES(1), (2), (3);");
  REQUIRE(bytes.size() == 3 * kPageBytes);
  REQUIRE(bytes[kPageBytes] == '\x0D');  // a leaf of a table
  bytes[kSecondCell] = '\x0F';
  bytes[kSecondCell + 1] = '\xFF';
  return bytes;
}

/// A database with a table of this name, whose statement breaks off.
std::string with_broken_table(const std::string& name_in_sql) {
  return database_bytes(
      "CREATE TABLE t(n INTEGER); PRAGMA writable_schema = ON;"
      "UPDATE sqlite_schema SET sql = 'CREATE TABLE', name = " +
      name_in_sql + ";");
}

}  // namespace

TEST_CASE("a damaged page is not read, however often its table is") {
  const auto opened = open_bytes(with_a_row_beyond_its_page());
  REQUIRE(opened.ok());
  SqliteDatabase& database = *opened.value();
  for (int i = 0; i < 3; ++i) {
    CHECK(rows_of(database, "t") == 0);
    CHECK(database.damage() != "");
  }
  CHECK(rows_of(database, "u") == 3);
}

TEST_CASE("rows are read on while a damaged page of another table is passed over") {
  const auto opened = open_bytes(with_a_row_beyond_its_page());
  REQUIRE(opened.ok());
  SqliteRows rows(*opened.value(), "u", {"n"});
  std::int64_t sum = 0;
  while (rows.next()) {
    sum += rows.integer_or(0, 0);
    CHECK(rows_of(*opened.value(), "t") == 0);
  }
  CHECK(sum == 6);
}

TEST_CASE("a damaged page is not read for a row of a number either") {
  const auto opened = open_bytes(with_a_row_beyond_its_page());
  REQUIRE(opened.ok());
  SqliteRows rows(*opened.value(), "t", {"n"}, 1);
  for (int i = 0; i < 3; ++i) {
    CHECK_FALSE(rows.next());
    rows.seek(1);
  }
}

TEST_CASE("a refusal is one short line, whatever names the schema has") {
  const auto broken = open_bytes(with_broken_table("'two' || char(10) || 'lines'"));
  REQUIRE_FALSE(broken.ok());
  CHECK(broken.error().kind == Error::Kind::WrongFormat);
  CHECK(broken.error().message.find("(two lines)") != std::string::npos);
  CHECK(broken.error().message.find('\n') == std::string::npos);
  const auto endless = open_bytes(with_broken_table("hex(zeroblob(10000))"));
  REQUIRE_FALSE(endless.ok());
  CHECK(endless.error().message.size() < 300);
}
