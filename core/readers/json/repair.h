// Makes valid JSON of one event that a writer broke.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Containers may nest this deep; what is deeper is not repaired, and parsed only as one text
/// (parse_event_text). Readers of the result recurse: this many levels fit a thread's stack, also
/// with sanitizers.
inline constexpr int kMaxJsonDepth = 256;

/// `broken` is the text of one JSON object, from its opening brace to its end as well as that is
/// known. The result is always valid JSON with one object at its top, or empty: when `broken` does
/// not start with a brace (after blanks) or nests deeper than kMaxJsonDepth. Text that was valid
/// keeps its meaning.
///
/// What is repaired, all met in files of torch and others:
/// - quotes within a string: one ends it only where the text goes on as JSON would (", "key":",
/// "}")
/// - a string whose closing quote is missing ends with its line
/// - a backslash that starts no escape is itself; half a surrogate pair becomes U+FFFD
/// - raw control bytes in strings, bytes that are no UTF-8 (U+FFFD)
/// - words that are no JSON (NaN, inf, N/A …) become strings, Python's True, False, None are known
/// - numbers: a leading plus, leading zeros, a point without digits on one side
/// - commas missing or too many, keys without quotes or without a value (null)
/// - brackets that are missing or do not match
///
/// Cost: linear, about 200 MB/s.
std::string repair_json(std::string_view broken);

}  // namespace lanescope
