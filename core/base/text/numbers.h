// Numbers as texts spell them.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace lanescope {

/// The number that all of `text` is; `form` as std::from_chars takes it, for integers a base.
template <typename Number, typename... Form>
std::optional<Number> parse_number(std::string_view text, Form... form) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, form...);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace lanescope
