// The lists that column_words() searches, one for each family of tables.
#pragma once

#include <span>
#include <string_view>

namespace lanescope {

/// Of all tables if `rows` is empty.
struct ColumnEntry {
  std::string_view rows, title, help;
  bool sums = false;
};

std::span<const ColumnEntry> work_column_words();
std::span<const ColumnEntry> step_column_words();
std::span<const ColumnEntry> run_column_words();

}  // namespace lanescope
