#include "core/view/text/csv_text.h"

#include <algorithm>

namespace lanescope {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "-5", "+3.836 ms", "-12 %", "+1e-3": a sign, a number, and at most a word behind it.
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
