#include "app/cli/output/printable.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

struct Range {
  char32_t first, last;
};

/// Zero width: marks, joiners, variation selectors.
constexpr std::array<Range, 7> kZeroWidth = {{{0x300, 0x36F},
                                              {0x483, 0x489},
                                              {0x591, 0x5BD},
                                              {0x200B, 0x200D},
                                              {0x20D0, 0x20F0},
                                              {0xFE00, 0xFE0F},
                                              {0xFE20, 0xFE2F}}};
/// Two columns wide: Unicode blocks with East Asian Width "W" or "F".
constexpr std::array<Range, 10> kWide = {{{0x1100, 0x115F},
                                          {0x2E80, 0x303E},
                                          {0x3041, 0xA4CF},
                                          {0xA960, 0xA97F},
                                          {0xAC00, 0xD7A3},
                                          {0xF900, 0xFAFF},
                                          {0xFE30, 0xFE6F},
                                          {0xFF01, 0xFF60},
                                          {0x1F300, 0x1FAFF},
                                          {0x20000, 0x3FFFD}}};
constexpr std::array<Range, 9> kControls = {{{0, 0x1F},
                                             {0x7F, 0x9F},
                                             {0x61C, 0x61C},
                                             {0x200E, 0x200F},
                                             {0x2028, 0x202E},
                                             {0x2066, 0x206F},
                                             {0xFEFF, 0xFEFF},
                                             {0xFFF9, 0xFFFB},
                                             {0xE0000, 0xE007F}}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, char32_t c) {
  return std::ranges::any_of(
      ranges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

/// Removes and returns the first character, or the first byte if it is not valid UTF-8.
char32_t take_character(std::string_view& text) {
  const std::size_t length = utf8_length(text);
  const auto first = static_cast<unsigned char>(text.front());
  char32_t c = length == 0 ? kReplacementCharacter : first;
  if (length > 1) {
    c = first & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i) {
      c = (c << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
    }
  }
  text.remove_prefix(std::max<std::size_t>(length, 1));
  return c;
}

std::size_t width_of(char32_t c) {
  if (c < 0x300) return 1;
  if (is_in(kZeroWidth, c)) return 0;
  return is_in(kWide, c) ? 2 : 1;
}

/// The start of the text, at most `width` columns.
std::string_view head_of(std::string_view text, std::size_t width) {
  std::string_view rest = text;
  std::size_t used = 0;
  while (!rest.empty()) {
    std::string_view behind = rest;
    used += width_of(take_character(behind));
    if (used > width) break;
    rest = behind;
  }
  return text.substr(0, text.size() - rest.size());
}

/// The end of the text, at most `width` columns.
std::string_view tail_of(std::string_view text, std::size_t width) {
  std::size_t used = display_width(text);
  while (used > width) used -= width_of(take_character(text));
  return text;
}

/// Whether the byte can start a control character that JSON allows unescaped.
bool may_begin_control(char byte) {
  return byte == '\x7F' || byte == '\xC2' || byte == '\xD8' || byte == '\xE2' || byte == '\xEF' ||
         byte == '\xF3';
}

void append_escape(std::string& out, char32_t c) {
  constexpr char32_t kFirstPair = 0x10000;
  if (c < kFirstPair) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(c));
    return;
  }
  const auto above = static_cast<std::uint32_t>(c - kFirstPair);
  fmt::format_to(std::back_inserter(out), "\\u{:04x}\\u{:04x}", 0xD800U + (above >> 10U),
                 0xDC00U + (above & 0x3FFU));
}

}  // namespace

bool is_control(char32_t character) {
  return is_in(kControls, character);
}

void print_lines(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(line.size());
    out += printable(line);
    if (lines.empty()) break;
    out += '\n';
    lines.remove_prefix(1);
  }
  fmt::print("{}", out);
}

std::string with_escaped_controls(std::string json) {
  if (std::ranges::none_of(json, may_begin_control)) return json;
  std::string out;
  out.reserve(json.size());
  for (std::string_view rest = json; !rest.empty();) {
    const auto plain = std::ranges::find_if(rest, may_begin_control) - rest.begin();
    out += rest.substr(0, static_cast<std::size_t>(plain));
    rest.remove_prefix(static_cast<std::size_t>(plain));
    if (rest.empty()) break;
    const std::string_view before = rest;
    const char32_t c = take_character(rest);
    if (c >= 0x7F && is_control(c)) {
      append_escape(out, c);
    } else {
      out += before.substr(0, before.size() - rest.size());
    }
  }
  return out;
}

std::string printable(std::string_view text, std::size_t max_width) {
  // For a name of a megabyte the ends suffice: no character is longer, and longer runs of
  // zero-width marks are not text.
  constexpr std::size_t kMostBytes = 64;
  std::string ends;
  if (max_width < text.size() / (2 * kMostBytes)) {
    const std::size_t kept = kMostBytes * max_width;
    ends = utf8_head(text, kept);
    std::string_view tail = text.substr(text.size() - kept);
    while (!tail.empty() && (static_cast<unsigned char>(tail.front()) & 0xC0U) == 0x80U)
      tail.remove_prefix(1);
    ends += tail;
    text = ends;
  }
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = take_character(text);
    if (is_control(c)) {
      out += ' ';
    } else if (c == kReplacementCharacter) {
      out += kReplacementUtf8;
    } else {
      out += before.substr(0, before.size() - text.size());
    }
  }
  constexpr std::size_t kLeastWidth = 5;
  if (max_width < kLeastWidth || display_width(out) <= max_width) return out;
  const std::size_t head = (max_width - 1) / 2;
  const std::size_t tail = max_width - 1 - head;
  return std::string(head_of(out, head)) + "…" + std::string(tail_of(out, tail));
}

std::string printable_end(std::string_view text, std::size_t max_width) {
  LANESCOPE_CHECK(max_width > 0, "room for the ellipsis");
  const std::string whole = printable(text);
  if (display_width(whole) <= max_width) return whole;
  return "…" + std::string(tail_of(whole, max_width - 1));
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) width += width_of(take_character(text));
  return width;
}

}  // namespace lanescope
