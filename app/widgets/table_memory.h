// What the user changed of the columns of tables, to be remembered between starts.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace lanescope {

/// The widths of columns that the user changed, by title, at scale 1.
using TableWidths = std::map<std::string, float, std::less<>>;
inline constexpr float kLeastColumnPx = 36, kMostColumnPx = 900;

/// Of the columns of one table.
struct TableChoices {
  TableWidths widths;
  std::map<std::string, bool, std::less<>> shown;  // those that were shown or hidden, by title

  [[nodiscard]] bool empty() const { return widths.empty() && shown.empty(); }
  friend bool operator==(const TableChoices&, const TableChoices&) = default;
};

/// By the id that a table is drawn with. UI thread only.
struct TableMemory {
  // More are not read again: titles may be names from a trace.
  static constexpr std::size_t kMostTables = 64, kMostColumns = 64, kLongestTitle = 128;

  /// Adds the table if it is new. Valid until clear().
  TableChoices& of(std::string_view table) {
    const auto at = tables.find(table);
    return at != tables.end() ? at->second : tables[std::string(table)];
  }

  std::map<std::string, TableChoices, std::less<>> tables;
};

}  // namespace lanescope
