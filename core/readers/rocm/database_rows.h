// Rows of a profile in a database: where they are, and texts by id.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "core/readers/rows/row_sink.h"
#include "core/readers/sqlite/rows.h"
#include "core/store/place.h"

namespace lanescope {

/// The offset is the row id, the length the table's number. A row id too large for an offset has
/// no place.
inline Place place_of_row(std::uint64_t table, std::int64_t id) {
  constexpr std::int64_t kMost = std::int64_t{1} << 40U;
  if (id < 0 || id >= kMost) return {};
  return {static_cast<std::uint64_t>(id), table};
}

/// A table with texts in its column "string". One thread at a time.
class DatabaseStrings {
 public:
  DatabaseStrings(SqliteDatabase& database, std::string_view table)
      : table_(table), rows_(database, table, {"string"}, 0) {}

  /// Empty if there is none with that id, which is counted unless it is 0: a row without a text.
  [[nodiscard]] std::string text(std::int64_t id) {
    rows_.seek(id);
    if (rows_.next()) return std::string(rows_.text(0));
    if (id != 0 && missing_++ == 0) first_missing_ = id;
    return {};
  }
  /// For names, which are few: looked up once.
  const std::string& name(std::int64_t id) {
    const auto [at, fresh] = names_.try_emplace(id);
    if (fresh) at->second = text(id);
    return at->second;
  }
  [[nodiscard]] bool has(std::int64_t id) {
    rows_.seek(id);
    return rows_.next();
  }
  /// Reports the ids without a text that were asked for. Call once, at the end.
  void report_missing(RowSink& sink) const {
    if (missing_ != 0)
      sink.issue(Issue::MissingText, 0, fmt::format("{} has no id {}", table_, first_missing_),
                 missing_);
  }

 private:
  std::string table_;
  SqliteRows rows_;
  std::uint64_t missing_ = 0;
  std::int64_t first_missing_ = 0;
  std::unordered_map<std::int64_t, std::string> names_;
};

}  // namespace lanescope
