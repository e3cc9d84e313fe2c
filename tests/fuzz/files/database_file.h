// An SQLite database that statements make and change, in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;

namespace lanescope {

class DatabaseFile {
 public:
  DatabaseFile();
  /// Of these bytes, which may be no database: statements then fail.
  explicit DatabaseFile(std::string_view bytes);
  ~DatabaseFile();
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;

  /// A wrong statement is passed over up to its semicolon. None may run for long.
  void run(std::string_view statements);
  /// The first value of the first row; nullopt if the statement is wrong, or there is none.
  [[nodiscard]] std::optional<std::int64_t> number(const std::string& statement) const;
  [[nodiscard]] std::vector<std::string> texts(const std::string& statement) const;
  /// Sorted, without SQLite's own and without views.
  [[nodiscard]] std::vector<std::string> tables() const;
  [[nodiscard]] std::vector<std::string> columns(const std::string& table) const;
  [[nodiscard]] std::string bytes() const;

 private:
  void limit();

  sqlite3* handle_ = nullptr;
};

}  // namespace lanescope
