#include "core/readers/sqlite/database.h"

#include <cstddef>
#include <filesystem>
#include <sqlite3.h>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/sqlite/rows.h"
#include "core/readers/sqlite/unpacked_source.h"
#include "tests/core/base/encoded_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/made_database.h"

using namespace lanescope;

namespace {

Result<std::unique_ptr<SqliteDatabase>> open_bytes(const std::string& bytes,
                                                   LoadProgress* progress = nullptr) {
  return SqliteDatabase::open(memory_byte_source(bytes), "", progress);
}

std::unique_ptr<SqliteDatabase> database_of(const std::string& statements) {
  auto opened = open_bytes(database_bytes(statements));
  REQUIRE(opened.ok());
  return std::move(opened).value();
}

std::vector<std::string> table_names(const SqliteDatabase& database) {
  std::vector<std::string> names;
  for (const SqliteTable& table : database.tables()) names.push_back(table.name);
  return names;
}

std::int64_t sum_of(SqliteDatabase& database, std::string_view table, std::string_view column) {
  SqliteRows rows(database, table, {column});
  std::int64_t sum = 0;
  while (rows.next()) sum += rows.integer_or(0, 0);
  return sum;
}

/// Many rows on many pages.
std::string numbers(int count) {
  std::string statements = "CREATE TABLE numbers(n INTEGER, name TEXT); BEGIN;";
  for (int i = 1; i <= count; ++i)
    statements += "INSERT INTO numbers VALUES(" + std::to_string(i) + ", 'a name of some length');";
  return statements + "COMMIT;";
}

/// A table with 3 in the database, and 4 in its log alone as long as the writer is open.
sqlite3* start_log(const std::string& path) {
  sqlite3* writer = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &writer) == SQLITE_OK);
  REQUIRE(sqlite3_exec(writer,
                       "PRAGMA journal_mode=WAL; CREATE TABLE t(n INTEGER);"
                       "INSERT INTO t VALUES(3); PRAGMA wal_checkpoint(TRUNCATE);"
                       "INSERT INTO t VALUES(4);",
                       nullptr, nullptr, nullptr) == SQLITE_OK);
  return writer;
}

}  // namespace

TEST_CASE("only real tables of a database are listed") {
  const auto database = database_of(
      "CREATE TABLE b(x, \"odd \"\"name\"\"\", twice INTEGER GENERATED ALWAYS AS (x * 2) STORED);"
      "CREATE TABLE a(y);"
      "CREATE VIEW c AS SELECT * FROM b;"
      "CREATE INDEX d ON b(x);"
      "CREATE TRIGGER e AFTER INSERT ON a BEGIN DELETE FROM b; END;");
  CHECK(table_names(*database) == std::vector<std::string>{"a", "b"});
  CHECK(database->find_table("B") != nullptr);
  CHECK(database->find_table("c") == nullptr);
  CHECK(database->find_table("b")->columns == std::vector<std::string>{"x", "odd \"name\""});
  CHECK(database->find_table("b")->has("ODD \"name\""));
  CHECK_FALSE(database->find_table("b")->has("twice"));
}

TEST_CASE("a compressed database is read like a plain one") {
  const std::string bytes = database_bytes(numbers(2000));
  for (const std::string& packed : {bytes, gzip_of(bytes), zstd_of(bytes)}) {
    const auto opened = open_bytes(packed);
    REQUIRE(opened.ok());
    CHECK(sum_of(*opened.value(), "numbers", "n") == 2'001'000);
    CHECK(opened.value()->damage() == "");
  }
}

TEST_CASE("what is behind the end of a compressed database is not unpacked") {
  const std::string bytes = database_bytes(numbers(2000));
  const auto packed = gzip_of(bytes + std::string(std::size_t{50} << 20U, '\0'));
  const auto unpacked = unpacked_source(memory_byte_source(packed), nullptr);
  REQUIRE(unpacked.ok());
  CHECK(unpacked.value()->random_access_size() == bytes.size());
  const auto opened = open_bytes(packed);
  REQUIRE(opened.ok());
  CHECK(sum_of(*opened.value(), "numbers", "n") == 2'001'000);
  CHECK(opened.value()->damage() == "");
  CHECK(opened.value()->cut_off() == "");
}

TEST_CASE("rows that a writer has not merged into its database yet are read from its log") {
  const TempFolder folder;
  const std::string path = folder.path() + "/open.sqlite";
  sqlite3* const writer = start_log(path);
  auto source = open_byte_source(path);
  REQUIRE(source.ok());
  auto opened = SqliteDatabase::open(std::move(source).value(), path, nullptr);
  REQUIRE(opened.ok());
  CHECK(sum_of(*opened.value(), "t", "n") == 7);
  CHECK(opened.value()->unread_log() == "");
  sqlite3_close(writer);
}

TEST_CASE("a log that cannot be read is reported, and the database is read without it") {
  const TempFolder folder;
  const std::string path =
      folder.write("copied.sqlite", database_bytes("CREATE TABLE t(n INTEGER);"
                                                   "INSERT INTO t VALUES(3);"));
  // The log of a database that is gone, as its source was opened before.
  const std::string missing = folder.path() + "/gone.sqlite";
  folder.write("gone.sqlite-wal", "no log");
  auto source = open_byte_source(path);
  REQUIRE(source.ok());
  auto opened = SqliteDatabase::open(std::move(source).value(), missing, nullptr);
  REQUIRE(opened.ok());
  CHECK(sum_of(*opened.value(), "t", "n") == 3);
  CHECK(opened.value()->unread_log().find("write-ahead log") != std::string::npos);
}

TEST_CASE("a log that is a link to another folder is not read, and said to be there") {
  const TempFolder folder, elsewhere;
  const std::string other = elsewhere.path() + "/open.sqlite";
  const std::string path = folder.path() + "/copied.sqlite";
  sqlite3* const writer = start_log(other);
  std::filesystem::copy_file(other, path);
  std::filesystem::create_symlink(other + "-wal", path + "-wal");
  auto source = open_byte_source(path);
  REQUIRE(source.ok());
  auto opened = SqliteDatabase::open(std::move(source).value(), path, nullptr);
  REQUIRE(opened.ok());
  CHECK(sum_of(*opened.value(), "t", "n") == 3);
  CHECK(opened.value()->unread_log().find("is a link") != std::string::npos);
  sqlite3_close(writer);
}

TEST_CASE("a transaction that was not finished is known by the journal that would undo it") {
  const TempFolder folder;
  const std::string path = folder.path() + "/open.sqlite";
  const auto is_unfinished = [&path] {
    auto source = open_byte_source(path);
    REQUIRE(source.ok());
    auto opened = SqliteDatabase::open(std::move(source).value(), path, nullptr);
    REQUIRE(opened.ok());
    return opened.value()->unfinished_write();
  };
  folder.write("open.sqlite", database_bytes("CREATE TABLE t(n INTEGER);"));
  CHECK_FALSE(is_unfinished());
  folder.write("open.sqlite-journal", std::string(512, '\0'));  // of a finished one
  CHECK_FALSE(is_unfinished());
  folder.write("open.sqlite-journal", "\xd9\xd5");
  CHECK_FALSE(is_unfinished());
  std::filesystem::remove(path + "-journal");

  sqlite3* writer = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &writer) == SQLITE_OK);
  // Pages go to the file before the end of the transaction.
  REQUIRE(sqlite3_exec(writer, "PRAGMA cache_size=1; PRAGMA cache_spill=1; BEGIN;", nullptr,
                       nullptr, nullptr) == SQLITE_OK);
  for (int i = 0; i < 200; ++i)
    REQUIRE(sqlite3_exec(writer, "INSERT INTO t VALUES(zeroblob(2000))", nullptr, nullptr,
                         nullptr) == SQLITE_OK);
  CHECK(is_unfinished());
  REQUIRE(sqlite3_exec(writer, "COMMIT", nullptr, nullptr, nullptr) == SQLITE_OK);
  CHECK_FALSE(is_unfinished());
  sqlite3_close(writer);
}

TEST_CASE("a copied database and its log are read without a file being left beside them") {
  const TempFolder folder;
  const std::string path = folder.path() + "/open.sqlite", copy = folder.path() + "/copy.sqlite";
  sqlite3* const writer = start_log(path);
  std::filesystem::copy_file(path, copy);
  std::filesystem::copy_file(path + "-wal", copy + "-wal");
  sqlite3_close(writer);
  const auto log_bytes = std::filesystem::file_size(copy + "-wal");
  auto source = open_byte_source(copy);
  REQUIRE(source.ok());
  {
    auto opened = SqliteDatabase::open(std::move(source).value(), copy, nullptr);
    REQUIRE(opened.ok());
    CHECK(sum_of(*opened.value(), "t", "n") == 7);
    CHECK(opened.value()->unread_log() == "");
    CHECK_FALSE(std::filesystem::exists(copy + "-shm"));
  }
  CHECK_FALSE(std::filesystem::exists(copy + "-shm"));
  CHECK(std::filesystem::file_size(copy + "-wal") == log_bytes);
}

TEST_CASE("a database of thousands of tables, wide ones and views of hundreds of them is read") {
  std::string statements = "CREATE TABLE wide(n INTEGER";
  for (int i = 1; i < 1'500; ++i) statements += ", c" + std::to_string(i);
  statements += "); INSERT INTO wide(n) VALUES(5); BEGIN;";
  std::string all;
  for (int i = 0; i < 4'000; ++i) {
    const std::string name = "t" + std::to_string(i);
    statements += "CREATE TABLE " + name + "(n INTEGER, a, b, c, d, e, f, g);";
    if (i < 400) all += (i == 0 ? "SELECT * FROM " : " UNION ALL SELECT * FROM ") + name;
  }
  const auto database = database_of(statements + "CREATE VIEW every AS " + all + "; COMMIT;");
  CHECK(database->tables().size() == 4'001);
  CHECK(sum_of(*database, "wide", "n") == 5);
  CHECK(database->find_table("every") == nullptr);
  CHECK(database->damage() == "");
}

TEST_CASE("a database of far too many tables is refused in one line") {
  // The first table's row of the schema, many times.
  const auto opened = open_bytes(database_bytes(
      "CREATE TABLE t(n); PRAGMA writable_schema=ON;"
      "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers"
      " WHERE i < 50000) INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2,"
      " 'CREATE TABLE t' || i || '(n)' FROM numbers;"));
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().kind == Error::Kind::Unsupported);
  CHECK(opened.error().message.find("more than 30000 tables") != std::string::npos);
}

TEST_CASE("what is no database, or too damaged, is refused in one line") {
  const auto text = open_bytes("SQLite format 3");
  REQUIRE_FALSE(text.ok());
  CHECK(text.error().kind == Error::Kind::WrongFormat);
  CHECK(text.error().message.starts_with("is a damaged or encrypted SQLite database ("));
  std::string bytes = database_bytes(numbers(100));
  bytes.resize(150);
  CHECK_FALSE(open_bytes(bytes).ok());
}

TEST_CASE("any byte of a database may be wrong") {
  const std::string bytes = database_bytes(numbers(300));
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    const auto opened = open_bytes(damaged);
    if (!opened.ok()) continue;
    for (const SqliteTable& table : opened.value()->tables()) {
      SqliteRows rows(*opened.value(), table.name, {"n", "name"});
      std::size_t count = 0;
      while (rows.next() && count < 100'000) ++count;
      CHECK(count < 100'000);
    }
  }
}

TEST_CASE("reading ends when the user stops the load") {
  LoadProgress progress;
  const auto opened = open_bytes(database_bytes(numbers(50'000)), &progress);
  REQUIRE(opened.ok());
  SqliteRows rows(*opened.value(), "numbers", {"n"});
  REQUIRE(rows.next());
  progress.cancel = true;
  std::size_t count = 0;
  while (rows.next()) ++count;
  CHECK(count < 10'000);
  CHECK(opened.value()->damage() == "");
  CHECK(opened.value()->cancelled());
}
