// Makes text from a trace safe for a terminal, and measures its width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

/// Makes text safe for a terminal. Control characters become spaces, so no name can move the
/// cursor, change colors or reverse the text direction; invalid UTF-8 becomes U+FFFD. Text wider
/// than `max_width` (columns, at least 5) loses its middle, because kernel names differ at their
/// ends.
std::string printable(std::string_view text, std::size_t max_width = SIZE_MAX);

/// The same, but text wider than `max_width` (at least 1) loses its start: "…model.py(41)".
std::string printable_end(std::string_view text, std::size_t max_width);

/// Writes lines of text to stdout, with everything but the newlines filtered by printable().
/// Callers must pass names through printable() first, because a newline in a name would pass as one
/// of the text; this only catches what they missed. Throws std::system_error as fmt::print does.
void print_lines(std::string_view lines);

/// Whether a terminal interprets the character instead of showing it: it moves the cursor, starts
/// an escape sequence, or changes the text direction.
bool is_control(char32_t character);

/// Replaces such characters in the strings of JSON text by equivalent \u escapes.
std::string with_escaped_controls(std::string json);

/// Columns that UTF-8 text takes on a terminal: two for wide East Asian characters and emoji, none
/// for combining marks.
std::size_t display_width(std::string_view text);

}  // namespace lanescope
