// Parsing numbers.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace lanescope {

/// The number, if it is all of `text`; `form` is passed to std::from_chars: for integers, the base.
template <typename Number, typename... Form>
std::optional<Number> parse_number(std::string_view text, Form... form) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, form...);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace lanescope
