#include "core/readers/sqlite/rows.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/fixtures/made_database.h"

using namespace lanescope;

namespace {

std::unique_ptr<SqliteDatabase> database_of(const std::string& statements) {
  auto opened = SqliteDatabase::open(memory_byte_source(database_bytes(statements)), "", nullptr);
  REQUIRE(opened.ok());
  return std::move(opened).value();
}

}  // namespace

TEST_CASE("columns are found by name, whether they are there or not") {
  const auto database = database_of(
      "CREATE TABLE t(a INTEGER, b TEXT, c REAL);"
      "INSERT INTO t VALUES(9223372036854775807, 'text', 1.5), (NULL, NULL, 2);");
  SqliteRows rows(*database, "T", {"c", "absent", "B", "a"});
  REQUIRE(rows.next());
  CHECK(rows.number(0) == 1.5);
  CHECK_FALSE(rows.has(1));
  CHECK(rows.has(2));
  CHECK_FALSE(rows.integer(1).has_value());
  CHECK(rows.text(2) == "text");
  CHECK(rows.integer(3) == INT64_MAX);
  CHECK(rows.row_id() == 1);
  REQUIRE(rows.next());
  CHECK(rows.number(0) == 2.0);
  CHECK(rows.is_null(2));
  CHECK(rows.text(2).empty());
  CHECK(rows.integer_or(3, 7) == 7);
  CHECK_FALSE(rows.next());
  CHECK_FALSE(rows.next());
  CHECK(rows.malformed() == 0);
}

TEST_CASE("a value of another type than its column's is malformed and is not read") {
  const auto database = database_of(
      "CREATE TABLE t(a, b); INSERT INTO t VALUES('12', 3), (4.5, x'00ff'), (NULL, 'b');");
  SqliteRows rows(*database, "t", {"a", "b"});
  REQUIRE(rows.next());
  CHECK_FALSE(rows.integer(0).has_value());
  CHECK(rows.text(1).empty());
  CHECK(rows.malformed() == 2);
  REQUIRE(rows.next());
  CHECK_FALSE(rows.integer(0).has_value());
  CHECK(rows.blob(1).size() == 2);
  CHECK(rows.malformed() == 3);
  REQUIRE(rows.next());
  CHECK_FALSE(rows.integer(0).has_value());
  CHECK(rows.blob(1).empty());
  CHECK(rows.malformed() == 4);
}

TEST_CASE("whole numbers that were written as floating-point numbers are integers") {
  const auto database = database_of(
      "CREATE TABLE t(a REAL); INSERT INTO t VALUES(5), (72339070692360192), (-3), (0.5),"
      " (9e18), (1e19), (9e999), (NULL);");
  SqliteRows rows(*database, "t", {"a"});
  std::vector<std::optional<std::int64_t>> read;
  while (rows.next()) read.push_back(rows.integer(0));
  CHECK(read == std::vector<std::optional<std::int64_t>>{5, 72339070692360192, -3, std::nullopt,
                                                         9'000'000'000'000'000'000, std::nullopt,
                                                         std::nullopt, std::nullopt});
  CHECK(rows.malformed() == 3);
}

TEST_CASE("a missing table has no rows") {
  const auto database = database_of("CREATE TABLE t(a); CREATE VIEW v AS SELECT 1 AS a;");
  CHECK_FALSE(SqliteRows(*database, "absent", {"a"}).next());
  CHECK_FALSE(SqliteRows(*database, "v", {"a"}).next());
  CHECK(database->damage() == "");
}

TEST_CASE("single rows are read again by their numbers, in any order") {
  const auto database =
      database_of("CREATE TABLE t(a TEXT); INSERT INTO t VALUES('one'), ('two'), ('three');");
  SqliteRows rows(*database, "t", {"a"}, 3);
  REQUIRE(rows.next());
  CHECK(rows.text(0) == "three");
  CHECK_FALSE(rows.next());
  rows.seek(1);
  REQUIRE(rows.next());
  CHECK(rows.text(0) == "one");
  rows.seek(99);
  CHECK_FALSE(rows.next());
}

TEST_CASE("a table without row ids is read all the same") {
  const auto database = database_of(
      "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT) WITHOUT ROWID;"
      "INSERT INTO t VALUES(5, 'five');");
  SqliteRows rows(*database, "t", {"b"});
  REQUIRE(rows.next());
  CHECK(rows.text(0) == "five");
  CHECK(rows.row_id() == 0);
}

TEST_CASE("a part of a table has its own rows and numbers") {
  const auto database = database_of(
      "CREATE TABLE t(id INTEGER, owner TEXT, b TEXT);"
      "INSERT INTO t VALUES(2, 'x', 'x2'), (2, 'it''s', 'y2'), (1, 'it''s', 'y1'), (1, 'x', "
      "'x1');");
  SqliteTable part = *database->find_table("t");
  part.name = "t of y";
  part.part_of = "t";
  part.condition = quoted_name("owner") + " = " + quoted_text("it's");
  part.number_column = "id";
  database->add_part(part);
  CHECK(database->tables().size() == 1);
  SqliteRows rows(*database, "t of y", {"b"});
  REQUIRE(rows.next());
  CHECK(rows.text(0) == "y2");
  CHECK(rows.row_id() == 2);
  REQUIRE(rows.next());
  CHECK(rows.text(0) == "y1");
  CHECK_FALSE(rows.next());
  SqliteRows one(*database, "t of y", {"b"}, 1);
  REQUIRE(one.next());
  CHECK(one.text(0) == "y1");
  one.seek(3);
  CHECK_FALSE(one.next());
  one.seek(2);
  REQUIRE(one.next());
  CHECK(one.text(0) == "y2");
}
