// Repairs the malformed JSON of one event.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

/// Containers may be nested this deep. Deeper ones are not repaired, and are parsed as a single
/// text (parse_event_text). Readers of the result are recursive: this many levels fit on a thread's
/// stack, even with sanitizers.
inline constexpr int kMaxJsonDepth = 256;

/// `broken` is the text of one JSON object, from its opening brace to its presumed end. The result
/// is always valid JSON with one top-level object, or empty if `broken` does not start with a brace
/// (after whitespace) or is nested deeper than kMaxJsonDepth. Valid text keeps its meaning.
///
/// What is repaired, all of it found in files written by torch and others:
/// - quotes inside a string: a quote ends it only if JSON follows (", "key":", "}")
/// - strings without a closing quote: they end at the end of the line
/// - a backslash that starts no valid escape is kept as a character; an unpaired surrogate becomes
/// U+FFFD
/// - raw control bytes in strings, and invalid UTF-8 (becomes U+FFFD)
/// - words that are not JSON (NaN, inf, N/A …) become strings; Python's True, False and None are
/// converted
/// - numbers with a leading plus, leading zeros, or no digits on one side of the point
/// - missing or extra commas, keys without quotes or without a value (null)
/// - missing or mismatched brackets
///
/// Cost: linear, about 200 MB/s.
std::string repair_json(std::string_view broken);

}  // namespace lanescope
