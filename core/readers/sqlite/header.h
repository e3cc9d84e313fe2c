// What the first bytes of an SQLite database say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope {

inline constexpr std::size_t kSqliteHeaderBytes = 100;

/// Whether these are the first bytes of an SQLite database.
bool is_sqlite(std::string_view head);

/// The size of the database: SQLite uses nothing behind it. 0 if the bytes do not say it, as older
/// versions of SQLite wrote them, or are no whole header.
std::uint64_t sqlite_bytes_in_header(std::string_view head);

}  // namespace lanescope
