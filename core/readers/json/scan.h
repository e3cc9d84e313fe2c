// A tolerant scan over JSON text that finds where a value ends. Used to find events that strict
// parsing rejected, and to walk the members around the event list. It does not validate: a quote
// that is not followed by valid JSON counts as part of the string (for years torch did not escape
// names), and any other garbage is skipped.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

/// The first position at or after `at` that is not whitespace.
std::size_t skip_blanks(std::string_view text, std::size_t at);

/// One past the end of the value that starts at `at`: object, array, string or scalar (up to a
/// comma or closing bracket). nullopt if the text ends first. Brackets are only counted, not
/// matched by kind. Linear, no recursion.
std::optional<std::size_t> scan_value(std::string_view text, std::size_t at);

}  // namespace lanescope
