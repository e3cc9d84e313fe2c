#include "core/view/text/escaping.h"

#include <algorithm>
#include <cstddef>

#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

/// Invisible characters that affect the visible text: control characters, line separators, and
/// characters that change the text direction.
bool is_invisible(std::string_view character) {
  if (character.size() == 1) {
    const auto c = static_cast<unsigned char>(character[0]);
    return c < 0x20 || c == 0x7F;
  }
  const auto between = [&](std::string_view first, std::string_view last) {
    return character >= first && character <= last;
  };
  return between("\xC2\x80", "\xC2\x9F") || between("\xE2\x80\x8E", "\xE2\x80\x8F") ||
         between("\xE2\x80\xA8", "\xE2\x80\xAE") || between("\xE2\x81\xA6", "\xE2\x81\xA9") ||
         character == "\xEF\xBB\xBF";
}

template <typename Append>
void for_each_character(std::string_view text, const Append& append) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(character.size());
    append(length == 0 ? kReplacementUtf8 : is_invisible(character) ? " " : character);
  }
}

std::size_t longest_run_of_backticks(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "-5", "+3.836 ms", "-12 %", "+1e-3": a sign, a number, and at most one word after it.
bool is_signed_number(std::string_view text) {
  if (!text.starts_with('-') && !text.starts_with('+')) return false;
  text.remove_prefix(1);
  const auto skip = [&text](auto belongs) {
    const auto end = std::ranges::find_if_not(text, belongs);
    const auto length = static_cast<std::size_t>(end - text.begin());
    text.remove_prefix(length);
    return length;
  };
  std::size_t digits = skip([](char c) { return is_digit(c) || c == ','; });
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    digits += skip(is_digit);
  }
  if (digits == 0) return false;
  if (text.size() > 2 && text[0] == 'e' && (text[1] == '-' || text[1] == '+')) {
    text.remove_prefix(2);
    if (skip(is_digit) == 0) return false;
  }
  if (text.starts_with(' ')) text.remove_prefix(1);
  const auto in_unit = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%' || c == '/' ||
           static_cast<unsigned char>(c) >= 0x80;  // µ
  };
  skip(in_unit);
  return text.empty();
}

bool begins_a_formula(std::string_view text) {
  constexpr std::string_view kSigns = "=+-@\t\r\n";
  return !text.empty() && kSigns.find(text.front()) != std::string_view::npos &&
         !is_signed_number(text);
}

}  // namespace

std::string markdown_text(std::string_view text) {
  constexpr std::string_view kMarks = "\\`*_{}[]<>|#~&@!";
  std::string out;
  for_each_character(text, [&](std::string_view character) {
    if (character.size() == 1 && kMarks.find(character[0]) != std::string_view::npos) out += '\\';
    out += character;
  });
  return out;
}

std::string markdown_code(std::string_view name) {
  if (name.empty()) return {};
  const std::string fence(longest_run_of_backticks(name) + 1, '`');
  const bool at_edge = name.front() == '`' || name.back() == '`' || name == " ";
  std::string out = fence + (at_edge ? " " : "");
  for_each_character(
      name, [&](std::string_view character) { out += character == "|" ? "\\|" : character; });
  return out + (at_edge ? " " : "") + fence;
}

std::string csv_field(std::string_view text) {
  std::string field = begins_a_formula(text) ? "'" : "";
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return field.append(text);
  field.insert(field.begin(), '"');
  for (const char c : text) {
    if (c == '"') field += '"';
    field += c;
  }
  return field + '"';
}

}  // namespace lanescope
