#include "tests/fuzz/files/database_file.h"

#include <cstring>
#include <sqlite3.h>

#include <fmt/format.h>

#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

class Statement {
 public:
  Statement(sqlite3* database, const std::string& text) {
    (void)sqlite3_prepare_v2(database, text.c_str(), -1, &own_, nullptr);
  }
  ~Statement() { (void)sqlite3_finalize(own_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  [[nodiscard]] bool next() const { return own_ != nullptr && sqlite3_step(own_) == SQLITE_ROW; }
  [[nodiscard]] sqlite3_stmt* get() const { return own_; }

 private:
  sqlite3_stmt* own_ = nullptr;
};

}  // namespace

DatabaseFile::DatabaseFile() {
  demand(sqlite3_open(":memory:", &handle_) == SQLITE_OK, "a database can be made");
  limit();
}

DatabaseFile::DatabaseFile(std::string_view bytes) : DatabaseFile() {
  auto* const copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size() + 1));
  std::memcpy(copy, bytes.data(), bytes.size());
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  (void)sqlite3_deserialize(handle_, "main", copy, size, size,
                            SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
}

DatabaseFile::~DatabaseFile() {
  (void)sqlite3_close(handle_);
}

/// A statement that a fuzzer made may go on forever.
void DatabaseFile::limit() {
  constexpr int kSteps = 20'000'000, kLongest = 10'000'000;
  const auto stop = [](void* /*unused*/) { return 1; };
  sqlite3_progress_handler(handle_, kSteps, stop, nullptr);
  (void)sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, kLongest);
  // A statement may spoil the schema's own table.
  (void)sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
}

void DatabaseFile::run(std::string_view statements) {
  const std::string text(statements);
  const char* at = text.c_str();
  while (*at != '\0') {
    sqlite3_stmt* one = nullptr;
    const char* next = nullptr;
    if (sqlite3_prepare_v2(handle_, at, -1, &one, &next) == SQLITE_OK) {
      while (sqlite3_step(one) == SQLITE_ROW) {
      }
      at = next;
    } else {
      at += std::strcspn(at, ";");
      at += *at == ';' ? 1 : 0;
    }
    (void)sqlite3_finalize(one);
  }
  (void)sqlite3_exec(handle_, "ROLLBACK;", nullptr, nullptr, nullptr);
}

std::optional<std::int64_t> DatabaseFile::number(const std::string& statement) const {
  const Statement own(handle_, statement);
  return own.next() ? std::optional(sqlite3_column_int64(own.get(), 0)) : std::nullopt;
}

std::vector<std::string> DatabaseFile::texts(const std::string& statement) const {
  const Statement own(handle_, statement);
  std::vector<std::string> all;
  while (own.next()) {
    const auto* const text = sqlite3_column_text(own.get(), 0);
    if (text != nullptr) all.emplace_back(reinterpret_cast<const char*>(text));
  }
  return all;
}

std::vector<std::string> DatabaseFile::tables() const {
  return texts(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      " ORDER BY name");
}

std::vector<std::string> DatabaseFile::columns(const std::string& table) const {
  return texts(fmt::format("SELECT name FROM pragma_table_info('{}')", table));
}

std::string DatabaseFile::bytes() const {
  sqlite3_int64 size = 0;
  unsigned char* const bytes = sqlite3_serialize(handle_, "main", &size, 0);
  std::string out;
  if (bytes != nullptr)
    out.assign(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  sqlite3_free(bytes);
  return out;
}

}  // namespace lanescope
