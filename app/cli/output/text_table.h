// Aligned columns for terminals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/output/printable.h"

namespace lanescope {

class TextTable {
 public:
  enum class Align : std::uint8_t { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Right;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// As many cells as columns.
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// Titles, then the rows, each line ended; two spaces between columns.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Facts as "key   value" lines with the values aligned.
std::string fact_lines(const std::vector<std::pair<std::string, std::string>>& facts);

/// "1.9 %"; "–" when the whole is nothing.
std::string percent(double part, double whole);

}  // namespace lanescope
