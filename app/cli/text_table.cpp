#include "app/cli/text_table.h"

#include <algorithm>

#include <fmt/format.h>

namespace lanescope {
namespace {

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// The byte at which character `n` starts.
std::size_t byte_of_character(std::string_view text, std::size_t n) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (continues_character(text[at])) continue;
    if (n == 0) break;
    --n;
  }
  return at;
}

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

std::string printable(std::string_view text, std::size_t max_width) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // C1 controls are two bytes in UTF-8 and move cursors as well.
    const bool c1 =
        byte == 0xC2U && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0U;
    out += byte < 0x20U || byte == 0x7FU || c1 ? ' ' : text[i];
    if (c1) ++i;
  }
  const std::size_t width = display_width(out);
  if (width <= max_width || max_width < 5) return out;
  const std::size_t head = (max_width - 1) / 2;
  const std::size_t tail = max_width - 1 - head;
  return out.substr(0, byte_of_character(out, head)) + "…" +
         out.substr(byte_of_character(out, width - tail));
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

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
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "–";
}

}  // namespace lanescope
