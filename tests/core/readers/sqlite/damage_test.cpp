// What a damaged database says of itself, and which of its rows are read.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/readers/nsys/facts.h"
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

/// A table `t` of these numbers from 1, which are row ids too, on many pages.
std::string with_many_rows(std::int64_t rows) {
  return database_bytes(
      "PRAGMA page_size = 4096; CREATE TABLE t(n INTEGER, text TEXT); WITH RECURSIVE "
      "numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < " +
      std::to_string(rows) + ") INSERT INTO t SELECT n, 'some text' FROM numbers;");
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

TEST_CASE("pages that refer to each other in circles are read once, and told") {
  constexpr std::int64_t kRows = 20'000;
  std::string bytes = with_many_rows(kRows);
  REQUIRE(bytes[kPageBytes] == '\x05');  // the root of the table: inner
  // Its last child is itself.
  constexpr std::size_t kRightChild = kPageBytes + 8;
  REQUIRE(static_cast<unsigned char>(bytes[kRightChild + 3]) != 2);
  bytes.replace(kRightChild, 4, std::string{0, 0, 0, 2});
  const auto opened = open_bytes(bytes);
  REQUIRE(opened.ok());
  std::int64_t last = 0, rows_read = 0;
  SqliteRows rows(*opened.value(), "t", {"n"});
  while (rows.next()) {
    REQUIRE(rows.integer_or(0, 0) > last);
    last = rows.integer_or(0, 0);
    ++rows_read;
  }
  CHECK(rows_read > kRows / 2);
  CHECK(rows_read < kRows);
  CHECK(opened.value()->damage() == fmt::format("rows behind {} of t are damaged", last));
}

TEST_CASE("rows on damaged pages are passed over, and listed once for each page") {
  constexpr std::int64_t kRows = 20'000;
  const std::string whole = with_many_rows(kRows);
  REQUIRE(whole.size() > 60 * kPageBytes);
  std::string bytes = whole;
  for (const std::size_t page : {20, 21, 40})
    bytes.replace(page * kPageBytes, kPageBytes, kPageBytes, '\0');
  const auto opened = open_bytes(bytes);
  REQUIRE(opened.ok());
  for (int pass = 0; pass < 2; ++pass) {
    std::int64_t last = 0, rows_read = 0;
    SqliteRows rows(*opened.value(), "t", {"n"});
    while (rows.next()) {
      CHECK(rows.integer_or(0, 0) > last);  // in order, none twice
      last = rows.integer_or(0, 0);
      CHECK(rows.row_id() == last);
      ++rows_read;
    }
    CHECK(last == kRows);
    CHECK(rows_read < kRows);
    CHECK(rows_read > kRows - kRows / 10);
    CHECK(opened.value()->damaged_places() == 2);
  }
  CHECK(opened.value()->damage().starts_with("rows "));
  CHECK(opened.value()->damage().ends_with(" of t are damaged"));
}

TEST_CASE("any page of a table may be damaged: rows after it are read") {
  const std::string whole = with_many_rows(3000);
  const auto first_pages = std::size_t{2};  // the schema, and the table's root
  for (std::size_t page = first_pages; page < whole.size() / kPageBytes; ++page) {
    CAPTURE(page);
    std::string bytes = whole;
    bytes.replace(page * kPageBytes, kPageBytes, kPageBytes, '\xEE');
    const auto opened = open_bytes(bytes);
    REQUIRE(opened.ok());
    CHECK(rows_of(*opened.value(), "t") > 2000);
    CHECK(opened.value()->damaged_places() == 1);
  }
}

TEST_CASE("a database that lost its end gives the rows that are there, and says what is missing") {
  const std::string whole = with_many_rows(20'000);
  for (const std::size_t bytes : {whole.size() / 2, whole.size() - 1}) {
    CAPTURE(bytes);
    const auto opened = open_bytes(whole.substr(0, bytes));
    REQUIRE(opened.ok());
    CHECK(opened.value()->cut_off() == "the file has " + std::to_string(bytes) + " of " +
                                           std::to_string(whole.size()) + " bytes");
    CHECK_FALSE(opened.value()->is_whole());
    CHECK(rows_of(*opened.value(), "t") > 8000);
    CHECK(rows_of(*opened.value(), "t") < 20'000);
  }
  const auto head = open_bytes(whole.substr(0, 200));
  REQUIRE_FALSE(head.ok());
  CHECK(head.error().message.find("(the file has 200 of ") != std::string::npos);
}

TEST_CASE("tables that are left of a list of tables without its end are read") {
  std::string sql = "PRAGMA page_size = 4096; CREATE TABLE t(n INTEGER); INSERT INTO t VALUES(7);";
  for (int i = 0; i < 200; ++i) {
    sql += fmt::format(
        "CREATE TABLE later_{0}(n INTEGER, m TEXT UNIQUE);"
        "CREATE INDEX of_later_{0} ON later_{0}(n);"
        "CREATE TRIGGER at_{0} AFTER INSERT ON later_{0} BEGIN SELECT 1; END;",
        i);
  }
  sql += "INSERT INTO later_0 VALUES(1, 'a'), (2, 'b');";
  const std::string whole = database_bytes(sql);
  std::size_t fewest = 0, most = 0;
  for (std::size_t tenths = 1; tenths < 10; ++tenths) {
    CAPTURE(tenths);
    const std::size_t bytes = whole.size() * tenths / 10;
    const auto opened = open_bytes(whole.substr(0, bytes));
    REQUIRE(opened.ok());
    SqliteDatabase& database = *opened.value();
    CHECK(database.cut_off().find("its list of tables is incomplete") != std::string::npos);
    CHECK_FALSE(database.is_whole());
    CHECK(rows_of(database, "t") == 1);
    CHECK(rows_of(database, "later_0") == 2);
    CHECK(database.damage().empty());
    CHECK(database.tables().size() >= most);
    most = database.tables().size();
    if (fewest == 0) fewest = most;
  }
  CHECK(fewest < most);
  CHECK(most < 201);
}

TEST_CASE("an export of Nsight Systems is known by its tables where its end is missing") {
  std::string sql =
      "PRAGMA page_size = 512; CREATE TABLE StringIds(id INTEGER, value TEXT);"
      "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER, end INTEGER);";
  for (int i = 0; i < 100; ++i) sql += fmt::format("CREATE TABLE ENUM_{}(id INTEGER);", i);
  const std::string whole = database_bytes(sql + "CREATE TABLE META_DATA_EXPORT(name TEXT);");
  const auto known = [](const std::string& bytes) {
    const auto opened = open_bytes(bytes);
    return opened.ok() && is_nsys_database(*opened.value());
  };
  CHECK(known(whole));
  CHECK(known(whole.substr(0, whole.size() / 2)));
  CHECK_FALSE(
      known(database_bytes("CREATE TABLE StringIds(id INTEGER, value TEXT);"
                           "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER);")));
}

TEST_CASE("a database behind whose first bytes nothing is one may be encrypted") {
  std::string bytes = with_many_rows(10);
  for (std::size_t i = 16; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 77 + i / 3);
  const auto opened = open_bytes(bytes);
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().message ==
        "is a damaged or encrypted SQLite database (file is not a database)");
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
