// A tolerant scan over JSON text: where does this value end? Used to find events where strict
// parsing gave up, and to walk the members around the event list. It never validates: a quote that
// nothing legal follows is taken as part of the string (torch wrote names unescaped for years), any
// other garbage is passed over.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace lanescope {

/// The first position at or behind `at` that is no blank.
std::size_t skip_blanks(std::string_view text, std::size_t at);

/// One past the end of the value that starts at `at`: object, array, string or scalar (up to a
/// comma or closing bracket). nullopt when the text ends first. Brackets are matched by number, not
/// by kind. Linear, no recursion.
std::optional<std::size_t> scan_value(std::string_view text, std::size_t at);

}  // namespace lanescope
