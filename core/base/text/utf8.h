// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;
inline constexpr std::string_view kReplacementUtf8 = "\xEF\xBF\xBD";

/// How many bytes the character at the front of `text` has: 1 to 4, or 0 when these bytes are no
/// UTF-8 (a stray or missing continuation byte, an overlong form, a surrogate, beyond U+10FFFF) or
/// there are none.
std::size_t utf8_length(std::string_view text);

/// The head of a text, at most so many bytes and cut between characters, with "…" behind it where
/// something was cut off.
std::string utf8_head(std::string_view text, std::size_t most_bytes);

/// Writes at most four bytes and returns the place after them. `c` is a Unicode scalar value.
char* write_utf8(char32_t c, char* out);

/// Appends `text` as the inside of a JSON string: quotes, backslashes and control bytes escaped,
/// bytes that are no UTF-8 replaced by U+FFFD.
void append_json_text(std::string_view text, std::string& out);

/// The same with its quotes.
void append_json_string(std::string_view text, std::string& out);

}  // namespace lanescope
