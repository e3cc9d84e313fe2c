// Rows of a profile in a database: where they are, and texts by id.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

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
      : rows_(database, table, {"string"}, 0) {}

  [[nodiscard]] std::string text(std::int64_t id) {
    rows_.seek(id);
    return rows_.next() ? std::string(rows_.text(0)) : std::string();
  }
  /// For names, which are few: looked up once.
  const std::string& name(std::int64_t id) {
    const auto [at, fresh] = names_.try_emplace(id);
    if (fresh) at->second = text(id);
    return at->second;
  }

 private:
  SqliteRows rows_;
  std::unordered_map<std::int64_t, std::string> names_;
};

}  // namespace lanescope
