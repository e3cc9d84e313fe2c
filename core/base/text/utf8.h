// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;
inline constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";

/// The length in bytes of the first character of `text`: 1 to 4, or 0 if `text` is empty or does
/// not begin with valid UTF-8 (a stray or missing continuation byte, an overlong form, a surrogate,
/// beyond U+10FFFF).
std::size_t utf8_length(std::string_view text);

/// The beginning of a text, at most `most_bytes` and cut between characters, followed by "…" if it
/// was cut.
std::string utf8_head(std::string_view text, std::size_t most_bytes);

/// Writes at most four bytes and returns the place after them. `c` is a Unicode scalar value.
char* write_utf8(char32_t c, char* out);

/// Appends `text` as the contents of a JSON string: quotes, backslashes and control bytes are
/// escaped, invalid UTF-8 is replaced by U+FFFD.
void append_json_text(std::string_view text, std::string& out);

/// The same, with the quotes.
void append_json_string(std::string_view text, std::string& out);

}  // namespace lanescope
