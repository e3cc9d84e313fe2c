// What std::from_chars would read is cut out and given to strtod, which rounds correctly too but
// also reads blanks, plus signs and hexadecimal digits.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

#include "core/base/text/ascii_case.h"
#include "core/base/text/decimal.h"

namespace lanescope {
namespace {

std::size_t count_digits(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

/// How much of `text` is "e-12"; 0: it is none.
std::size_t exponent_length(std::string_view text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
  const std::size_t sign = text.size() > 1 && (text[1] == '-' || text[1] == '+') ? 1 : 0;
  const std::size_t digits = count_digits(text.substr(1 + sign));
  return digits == 0 ? 0 : 1 + sign + digits;
}

/// How much of `text`, which has no sign, is a number; 0: nothing.
std::size_t number_length(std::string_view text, bool with_exponent) {
  for (const std::string_view word : {"infinity", "inf", "nan"}) {
    if (lower_cased(text.substr(0, word.size())) == word) return word.size();
  }
  const std::size_t whole = count_digits(text);
  std::size_t length = whole;
  if (text.substr(whole).starts_with('.')) {
    const std::size_t decimals = count_digits(text.substr(whole + 1));
    if (whole + decimals == 0) return 0;
    length += 1 + decimals;
  }
  if (length > 0 && with_exponent) length += exponent_length(text.substr(length));
  return length;
}

}  // namespace

std::from_chars_result read_decimal_by_strtod(const char* first, const char* last, double& value,
                                              std::chars_format form) {
  const std::string_view text(first, static_cast<std::size_t>(last - first));
  const std::size_t sign = text.starts_with('-') ? 1 : 0;
  const bool with_exponent = form != std::chars_format::fixed;
  const std::size_t length = number_length(text.substr(sign), with_exponent);
  if (length == 0) return {first, std::errc::invalid_argument};
  const std::string number(text.substr(0, sign + length));
  const char* const end = first + number.size();
  const double read = std::strtod(number.c_str(), nullptr);
  const bool spelled_out = number.find_first_of("nN") != std::string::npos;
  const bool too_small = read == 0 && number.find_first_of("123456789") <
                                          std::min(number.find_first_of("eE"), number.size());
  if ((std::isinf(read) && !spelled_out) || too_small) return {end, std::errc::result_out_of_range};
  value = read;
  return {end, std::errc()};
}

}  // namespace lanescope
