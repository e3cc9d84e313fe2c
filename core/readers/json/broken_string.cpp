#include "core/readers/json/broken_string.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/numbers.h"
#include "core/base/text/utf8.h"
#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();
constexpr std::size_t kLongestKey = 128;  // lookahead; keys of events are far shorter

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

bool starts_literal(std::string_view text) {
  return text.starts_with("true") || text.starts_with("false") || text.starts_with("null");
}

bool is_closer(char c) {
  return c == '}' || c == ']';
}

}  // namespace

StringEnds::StringEnds(std::string_view text) : text_(text), none_possible_(kNowhere) {
  none_convincing_.fill(kNowhere);
  const std::size_t last = text.find_last_not_of("}], \t\r\n");
  tail_ = last == std::string_view::npos ? 0 : last + 1;
}

StringSpan StringEnds::find(std::size_t begin, StringRole role) {
  LANESCOPE_CHECK(begin > 0 && begin <= text_.size(), "a place behind a quote, not {} of {}", begin,
                  text_.size());
  NoneFrom& none_convincing = none_convincing_[static_cast<std::size_t>(role)];
  if (begin < none_convincing) {
    const StringSpan span = find_convincing(begin, role);
    if (span.next != kNowhere) return span;
    none_convincing = begin;
  }
  if (begin < none_possible_) {
    const StringSpan span = find_possible(begin);
    if (span.next != kNowhere) return span;
    none_possible_ = begin;
  }
  return give_up(begin);
}

/// An end that is followed by what should follow a string of this role.
StringSpan StringEnds::find_convincing(std::size_t begin, StringRole role) const {
  for (std::size_t i = begin; i < text_.size(); ++i) {
    const char c = text_[i];
    if (c == '\\') {
      if (at(i + 1) == '"' && ends_despite_backslash(i + 2)) return {i + 1, i + 2};
      ++i;
    } else if (c == '"') {
      if (goes_on_after(i + 1, role)) return {i, i + 1};
    } else if (c == '\n' && line_break_ends(i)) {
      const std::size_t last = text_.substr(0, i).find_last_not_of(" \t\r");
      std::size_t end = last == std::string_view::npos ? begin : std::max(begin, last + 1);
      if (end > begin && text_[end - 1] == ',') --end;
      return {end, i};
    }
  }
  return {0, kNowhere};
}

/// Any quote that could end a string anywhere in JSON.
StringSpan StringEnds::find_possible(std::size_t begin) const {
  for (std::size_t i = begin; i < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == '"') {
      const char next = at(skip_blanks(text_, i + 1));
      if (next == ',' || next == ':' || is_closer(next) || next == '\0') return {i, i + 1};
    }
  }
  return {0, kNowhere};
}

/// No quote ends the string: it extends to the end of the line, or to the brackets that close the
/// text.
StringSpan StringEnds::give_up(std::size_t begin) const {
  const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
  std::size_t end = std::min(line_end, std::max(tail_, begin));
  while (end > begin && (text_[end - 1] == ',' || text_[end - 1] == '\r' || text_[end - 1] == ' '))
    --end;
  return {end, std::min(line_end, std::max(tail_, begin))};
}

bool StringEnds::goes_on_after(std::size_t position, StringRole role) const {
  const std::size_t i = skip_blanks(text_, position);
  const char next = at(i);
  if (i >= text_.size()) return true;
  if (role == StringRole::Key) return next == ':';
  if (next == ',') return goes_on_after_comma(i + 1, role);
  if (next == (role == StringRole::Member ? '}' : ']')) return goes_on_after_closers(i + 1);
  return role == StringRole::Member && is_plain_key(i);  // missing comma
}

bool StringEnds::goes_on_after_comma(std::size_t position, StringRole role) const {
  const std::size_t i = skip_blanks(text_, position);
  const char next = at(i);
  if (i >= text_.size() || role == StringRole::Element || next == ',' || is_closer(next))
    return true;
  if (next == '"') return is_quoted_key(i);
  return is_bare_key(i);
}

/// A key without quotes, or without the first one; excludes C++ names ("at::").
bool StringEnds::is_bare_key(std::size_t position) const {
  std::size_t end = position;
  while (end - position < kLongestKey && is_word(at(end))) ++end;
  if (end == position) return false;
  if (at(end) == '"') ++end;
  const std::size_t colon = skip_blanks(text_, end);
  return at(colon) == ':' && at(colon + 1) != ':';
}

bool StringEnds::goes_on_after_closers(std::size_t position) const {
  std::size_t i = skip_blanks(text_, position);
  while (i < text_.size() && is_closer(text_[i])) i = skip_blanks(text_, i + 1);
  if (i >= text_.size() || is_plain_key(i)) return true;
  if (text_[i] == ',') {
    const std::size_t next = skip_blanks(text_, i + 1);
    const bool value =
        is_digit(at(next)) || starts_literal(text_.substr(std::min(next, text_.size())));
    return value || !is_word(at(next)) || is_bare_key(next);
  }
  return text_.substr(position, i - position).find('\n') != std::string_view::npos;
}

/// `"path": "C:\dir\", "next": …`: the backslash before the quote is part of the path. Valid JSON
/// never continues like this after an escaped quote.
bool StringEnds::ends_despite_backslash(std::size_t position) const {
  std::size_t i = skip_blanks(text_, position);
  if (at(i) == ',') return is_plain_key(skip_blanks(text_, i + 1));
  if (!is_closer(at(i))) return false;
  return i >= tail_;
}

/// The string lacks its closing quote if the next line starts with a key.
bool StringEnds::line_break_ends(std::size_t position) const {
  std::size_t i = position + 1;
  const std::size_t most = std::min(text_.size(), i + kLongestKey);
  while (i < most && (text_[i] == ' ' || text_[i] == '\t' || text_[i] == '\r')) ++i;
  return is_plain_key(i);
}

/// Any quoted text before a colon. Text too long to check counts as a key.
bool StringEnds::is_quoted_key(std::size_t position) const {
  std::size_t i = position + 1;
  const std::size_t most = std::min(text_.size(), i + kLongestKey);
  while (i < most && text_[i] != '"') i += text_[i] == '\\' ? 2U : 1U;
  if (i >= most) return true;
  return at(skip_blanks(text_, i + 1)) == ':';
}

/// A quoted text before a colon that starts like a word, unlike what is between two strings.
bool StringEnds::is_plain_key(std::size_t position) const {
  if (at(position) != '"' || !is_word(at(position + 1))) return false;
  const std::size_t most = std::min(text_.size(), position + kLongestKey);
  std::size_t i = position + 1;
  while (i < most && text_[i] != '"' && text_[i] != '\\' && text_[i] != '\n') ++i;
  return i < most && text_[i] == '"' && at(skip_blanks(text_, i + 1)) == ':';
}

namespace {

std::optional<unsigned> unicode_escape(std::string_view text) {
  if (text.size() < 6 || text[0] != '\\' || text[1] != 'u') return std::nullopt;
  return parse_number<unsigned>(text.substr(2, 4), 16);
}

bool is_simple_escape(char c) {
  constexpr std::string_view kSimple = "\"\\/bfnrt";
  return kSimple.find(c) != std::string_view::npos;
}

/// A writer that does not escape one backslash ("C:\Users") escapes none, so "\new" is not a line
/// break.
bool has_plain_backslash(std::string_view inside) {
  for (std::size_t i = inside.find('\\'); i < inside.size(); i = inside.find('\\', i + 2)) {
    if (i + 1 >= inside.size() || (!is_simple_escape(inside[i + 1]) && inside[i + 1] != 'u'))
      return true;
  }
  return false;
}

/// `text` starts with a backslash and 'u'. Returns the number of bytes used.
std::size_t append_unicode_escape(std::string_view text, std::string& out) {
  LANESCOPE_CHECK(text.starts_with("\\u"), "an escape, not {}", text.substr(0, 6));
  const auto unit = unicode_escape(text);
  if (!unit) {
    out += "\\\\";
    return 1;
  }
  const bool surrogate = *unit >= 0xD800 && *unit < 0xE000;
  if (surrogate && *unit < 0xDC00) {
    const auto low = unicode_escape(text.substr(6));
    if (low && *low >= 0xDC00 && *low < 0xE000) {
      out += text.substr(0, 12);
      return 12;
    }
  }
  out += surrogate ? kReplacementUtf8 : text.substr(0, 6);
  return 6;
}

/// `text` starts with a backslash. Returns the number of bytes used.
std::size_t append_escape(std::string_view text, bool plain_backslashes, std::string& out) {
  LANESCOPE_CHECK(text.starts_with('\\'), "a backslash, not {}", text.substr(0, 2));
  const char next = text.size() >= 2 ? text[1] : '\0';
  const bool pair = next == '"' || next == '\\' || (!plain_backslashes && is_simple_escape(next));
  if (pair) {
    out += text.substr(0, 2);
    return 2;
  }
  if (next == 'u' && !plain_backslashes) return append_unicode_escape(text, out);
  out += "\\\\";
  return 1;
}

}  // namespace

void append_repaired_string(std::string_view inside, std::string& out) {
  const bool plain_backslashes = has_plain_backslash(inside);
  out += '"';
  while (true) {
    const std::size_t sound = std::min(inside.find('\\'), inside.size());
    append_json_text(inside.substr(0, sound), out);
    inside.remove_prefix(sound);
    if (inside.empty()) break;
    inside.remove_prefix(append_escape(inside, plain_backslashes, out));
  }
  out += '"';
}

}  // namespace lanescope
