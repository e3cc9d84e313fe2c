// Texts of a trace on a terminal: harmless, and as wide as they look.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

/// A text from a trace made safe for a terminal: control bytes become spaces, so that no name can
/// move the cursor, change colours or turn the direction of writing; bytes that are no UTF-8 become
/// U+FFFD. With `max_width` (columns, at least 5) the middle is cut out of longer texts, since
/// names of kernels differ at their ends.
std::string printable(std::string_view text, std::size_t max_width = SIZE_MAX);

/// Writes lines of text to stdout: each as printable() has it, the line ends stay. What composes
/// lines makes its names printable itself, or a line end in a name would be one of the text; this
/// is for what slipped through. Throws std::system_error as fmt::print does.
void print_lines(std::string_view lines);

/// Whether a terminal obeys the character instead of showing it: it moves a cursor, starts a
/// command, or turns the direction of writing.
bool is_control(char32_t character);

/// JSON with such characters inside its strings as \u escapes, which mean the same.
std::string with_escaped_controls(std::string json);

/// Columns a terminal needs for UTF-8 text: two for the wide characters of East Asia and emoji,
/// none for marks that sit on the character before.
std::size_t display_width(std::string_view text);

}  // namespace lanescope
