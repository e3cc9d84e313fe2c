#include "app/cli/output/text_table.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope {
namespace {

void append_padded(std::string& line, std::string_view cell, std::size_t width,
                   TextTable::Align align) {
  const std::size_t padding = width - std::min(width, display_width(cell));
  if (align == TextTable::Align::Right) line.append(padding, ' ');
  line += cell;
  if (align == TextTable::Align::Left) line.append(padding, ' ');
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

}  // namespace

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t width = display_width(columns_[c].title);
    for (const auto& row : rows_) width = std::max(width, display_width(row[c]));
    widths.push_back(width);
  }
  std::string text;
  const auto append = [&](const auto& cell_of) {
    std::string line;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (c != 0) line += "  ";
      append_padded(line, cell_of(c), widths[c], columns_[c].align);
    }
    end_line(line);
    text += line;
  };
  append([&](std::size_t c) { return columns_[c].title; });
  for (const auto& row : rows_) append([&](std::size_t c) { return row[c]; });
  return text;
}

std::string fact_lines(const std::vector<std::pair<std::string, std::string>>& facts) {
  std::size_t width = 0;
  for (const auto& [key, value] : facts) width = std::max(width, display_width(key));
  std::string text;
  for (const auto& [key, value] : facts) {
    std::string line;
    append_padded(line, key, width + 2, TextTable::Align::Left);
    line += value;
    end_line(line);
    text += line;
  }
  return text;
}

std::string percent(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "n/a";
}

}  // namespace lanescope
