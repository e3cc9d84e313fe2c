// Parsing numbers.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "core/base/text/decimal.h"

namespace lanescope {

/// The number, if it is all of `text`; `form` is passed to std::from_chars: for integers, the base.
template <typename Number, typename... Form>
std::optional<Number> parse_number(std::string_view text, Form... form) {
  Number number{};
  const char* const end = text.data() + text.size();
  std::from_chars_result read{};
  if constexpr (std::is_same_v<Number, double>) {
    read = read_decimal(text.data(), end, number, form...);
  } else {
    read = std::from_chars(text.data(), end, number, form...);
  }
  return read.ec == std::errc() && read.ptr == end ? std::optional(number) : std::nullopt;
}

}  // namespace lanescope
