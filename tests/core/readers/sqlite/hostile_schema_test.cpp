// Databases whose list of tables was written by hand to make a reader run something.
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/readers/sqlite/database.h"
#include "core/readers/sqlite/rows.h"
#include "tests/core/fixtures/made_database.h"

using namespace lanescope;

namespace {

/// A database with the table `good`, and with `type` and `sql` in place of those of `evil`.
std::string with_evil(const std::string& type, const std::string& sql, int filler) {
  std::string statements =
      "PRAGMA page_size = 512; CREATE TABLE good(n INTEGER); INSERT INTO good VALUES(7);"
      "CREATE TABLE evil(a INTEGER, b TEXT); INSERT INTO evil VALUES(1, 'x');";
  for (int i = 0; i < filler; ++i) statements += fmt::format("CREATE TABLE later_{}(n);", i);
  statements +=
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET type = " + quoted_text(type) +
      ", sql = " + quoted_text(sql) + " WHERE name = 'evil';";
  return database_bytes(statements);
}

/// Of the parts of the schema without its end, those that SQLite cannot parse are passed over.
std::vector<std::string> whole_and_cut(const std::string& type, const std::string& sql) {
  const std::string cut = with_evil(type, sql, 200);
  return {with_evil(type, sql, 0), cut.substr(0, cut.size() * 8 / 10)};
}

Result<std::unique_ptr<SqliteDatabase>> open_bytes(const std::string& bytes) {
  return SqliteDatabase::open(memory_byte_source(bytes), "", nullptr);
}

std::int64_t sum_of(SqliteDatabase& database, std::string_view table) {
  SqliteRows rows(database, table, {"n"});
  std::int64_t sum = 0;
  while (rows.next()) sum += rows.integer_or(0, 0);
  return sum;
}

}  // namespace

TEST_CASE("a virtual table that claims to have pages is not listed, and its module is not run") {
  for (const std::string module :
       {"fts4(a, b)", "fts5(a, b)", "rtree(a, b, c)", "dbstat", "json_each", "no_such_module"}) {
    CAPTURE(module);
    for (const std::string& bytes :
         whole_and_cut("table", "CREATE VIRTUAL TABLE evil USING " + module)) {
      const auto opened = open_bytes(bytes);
      REQUIRE(opened.ok());
      SqliteDatabase& database = *opened.value();
      CHECK(database.find_table("evil") == nullptr);
      CHECK(database.damage() == "");
      CHECK(sum_of(database, "good") == 7);
    }
    // A comment hides it from who looks at its text only.
    for (const std::string& bytes :
         whole_and_cut("table", "CREATE/**/VIRTUAL TABLE evil USING " + module)) {
      const auto opened = open_bytes(bytes);
      if (opened.ok()) {
        CHECK(opened.value()->find_table("evil") == nullptr);
        continue;
      }
      const std::string& told = opened.error().message;
      CAPTURE(told);
      CHECK((told.find("without its end") != std::string::npos ||
             told.find("no such module") != std::string::npos));
    }
  }
}

TEST_CASE("views, functions and endless queries in a list of tables are not run") {
  const std::string bomb =
      " AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS a "
      "FROM c";
  const std::string load = "load_extension('/nowhere/evil')";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"view", "CREATE VIEW evil" + bomb},
      {"table", "CREATE VIEW evil" + bomb},
      {"table", "CREATE TABLE evil" + bomb},
      {"table", "CREATE TABLE evil(a INTEGER, b TEXT AS (" + load + "))"},
      {"table", "CREATE TABLE evil(a INTEGER, b TEXT DEFAULT (" + load + ") CHECK (" + load + "))"},
      {"table", "CREATE TABLE evil(a INTEGER, b TEXT); ATTACH '/nowhere/evil' AS other"},
      {"trigger", "CREATE TRIGGER evil AFTER INSERT ON good BEGIN SELECT " + load + "; END"},
      {"index", "CREATE INDEX evil ON good(" + load + ")"}};
  for (const auto& [type, sql] : rows) {
    CAPTURE(sql);
    for (const std::string& bytes : whole_and_cut(type, sql)) {
      const auto opened = open_bytes(bytes);
      if (!opened.ok()) {
        CHECK(opened.error().message.find('\n') == std::string::npos);
        continue;
      }
      SqliteDatabase& database = *opened.value();
      CHECK(sum_of(database, "good") == 7);
      SqliteRows evil(database, "evil", {"a", "b"});
      while (evil.next()) CHECK(evil.integer_or(0, 1) == 1);
      CHECK(database.damage().find("too long") == std::string::npos);
    }
  }
}
