#include "tests/bench/decimal_time.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace lanescope::bench {
namespace {

__extension__ using Wide = __int128;

bool is_blank(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/// Behind the closing quote of the string that begins at `at`.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return std::min(at + 1, text.size());
}

/// Behind the value that begins at `at`.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at) - 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && depth-- == 0) {
      return at;
    } else if (c == ',' && depth == 0) {
      return at;
    }
  }
  return at;
}

}  // namespace

std::optional<std::int64_t> exact_ns(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t exponent_at = std::min(text.find_first_of("eE"), text.size());
  long exponent = 0;
  if (exponent_at < text.size()) {
    exponent = std::stol(std::string(text.substr(exponent_at + 1)));
    text = text.substr(0, exponent_at);
  }
  // All digits in one row, and where the point for nanoseconds falls among them.
  const std::size_t point = std::min(text.find('.'), text.size());
  std::string digits(text.substr(0, point));
  if (point < text.size()) digits += text.substr(point + 1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  const long kept = static_cast<long>(point) + 3 + exponent;
  if (kept > 30) return std::nullopt;
  const auto whole_digits = static_cast<std::size_t>(std::max(0L, kept));
  digits.resize(std::max(digits.size(), whole_digits + 1), '0');

  Wide value = 0;
  for (std::size_t i = 0; i < whole_digits; ++i) value = value * 10 + (digits[i] - '0');
  if (kept >= 0 && digits[whole_digits] >= '5') ++value;
  if (negative) value = -value;
  if (value > INT64_MAX || value < INT64_MIN) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::string_view member_of(std::string_view event, std::string_view key) {
  std::size_t at = event.find('{') + 1;
  while (at < event.size()) {
    at = event.find('"', at);
    if (at == std::string_view::npos) break;
    const std::size_t key_end = end_of_string(event, at);
    const std::string_view found = event.substr(at + 1, key_end - at - 2);
    std::size_t value = event.find(':', key_end);
    if (value == std::string_view::npos) break;
    for (++value; value < event.size() && is_blank(event[value]);) ++value;
    std::size_t value_end = end_of_value(event, value);
    at = value_end;
    if (found != key) continue;
    while (value_end > value && is_blank(event[value_end - 1])) --value_end;
    return event.substr(value, value_end - value);
  }
  return {};
}

}  // namespace lanescope::bench
