#include "core/readers/sqlite/side_files.h"

#include <filesystem>
#include <sqlite3.h>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"

using namespace lanescope;

namespace {

/// What is said of a log after its text was changed.
class ChangedLog {
 public:
  ChangedLog() {
    const std::string open = folder_.path() + "/open.sqlite";
    sqlite3* writer = nullptr;
    REQUIRE(sqlite3_open(open.c_str(), &writer) == SQLITE_OK);
    REQUIRE(sqlite3_exec(writer,
                         "PRAGMA journal_mode=WAL; CREATE TABLE t(n INTEGER, text TEXT);"
                         "PRAGMA wal_checkpoint(TRUNCATE);"
                         "INSERT INTO t VALUES(3, zeroblob(20000)); INSERT INTO t VALUES(4, '');",
                         nullptr, nullptr, nullptr) == SQLITE_OK);
    log_ = file_text(open + "-wal");
    REQUIRE(sqlite3_close(writer) == SQLITE_OK);
    REQUIRE(log_.size() > 20'000);
  }

  [[nodiscard]] const std::string& text() const { return log_; }
  [[nodiscard]] std::string said_of(const std::string& log) const {
    folder_.write("copy.sqlite-wal", log);
    return unused_log(folder_.path() + "/copy.sqlite");
  }

 private:
  TempFolder folder_;
  std::string log_;
};

}  // namespace

TEST_CASE("nothing is said of a log that SQLite uses as a whole, and of none") {
  const ChangedLog log;
  CHECK(log.said_of(log.text()) == "");
  CHECK(log.said_of("") == "");
  CHECK(unused_log("/nowhere/at.all") == "");
  // Behind the frames of this use of the file, those of an earlier one.
  CHECK(log.said_of(log.text() + std::string(10'000, 'x')) == "");
}

TEST_CASE("changes in a log that SQLite ignores are told") {
  const ChangedLog log;
  const std::string& whole = log.text();
  CHECK(log.said_of(whole.substr(0, whole.size() - 100)).find("ends within") != std::string::npos);
  constexpr std::size_t kFrameBytes = 24 + 4096, kHeaderBytes = 32;
  CHECK(log.said_of(whole.substr(0, kHeaderBytes + 2 * kFrameBytes)).find("unfinished") !=
        std::string::npos);
  std::string damaged = whole;
  damaged[kHeaderBytes + kFrameBytes + 1000] ^= 1;
  CHECK(log.said_of(damaged).find("is damaged; changes behind that") != std::string::npos);
  damaged = whole;
  damaged[8] ^= 1;
  CHECK(log.said_of(damaged).find("header") != std::string::npos);
  CHECK(log.said_of("no log").find("header") != std::string::npos);
}
