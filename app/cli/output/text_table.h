// Aligned columns for terminals.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cli/output/printable.h"
#include "core/base/time.h"

namespace lanescope {

class TextTable {
 public:
  enum class Align : std::uint8_t { Left, Right };
  struct Column {
    std::string title;
    Align align = Align::Right;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// Needs as many cells as there are columns.
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] bool empty() const { return rows_.empty(); }

  /// The titles, then the rows, each with a newline; two spaces between columns.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Facts as "key   value" lines with the values aligned.
std::string fact_lines(const std::vector<std::pair<std::string, std::string>>& facts);

/// An integer of any type with thousands separators: "1,204".
template <std::integral Count>
std::string format_count(Count count) {
  return format_count(static_cast<std::int64_t>(count));
}

/// "1.9 %"; "n/a" if `whole` is zero.
std::string percent(double part, double whole);
template <typename Part, typename Whole>
std::string percent(Part part, Whole whole) {
  return percent(static_cast<double>(part), static_cast<double>(whole));
}

/// The texts of all items, separated by empty lines.
template <typename Items, typename TextOf>
std::string paragraphs(const Items& items, const TextOf& text_of) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : "\n") + text_of(item);
  return text;
}

}  // namespace lanescope
