// The tokens of search expressions and table filters: a word, quoted text, a regular expression.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

inline constexpr std::string_view kQueryBlanks = " \t\r\n";

/// A value as written in an expression.
struct QueryValue {
  std::string text;
  bool quoted = false;
  bool is_regex = false;
  bool ignore_case = false;
};

/// Takes "two words", /expression/, /expression/i or the text up to the next blank off the front of
/// `rest`. Errors: Invalid, for an unclosed quote or expression.
Result<QueryValue> take_query_value(std::string_view& rest);

/// Takes the text up to the next blank.
std::string_view take_query_word(std::string_view& rest);

void skip_query_blanks(std::string_view& rest);
/// Takes a number off the front of `rest`: a word, and the next one if it `is_unit`, so that "4 ms"
/// and "2 MiB" are one number each.
std::string take_query_number(std::string_view& rest, bool (*is_unit)(std::string_view word));

}  // namespace lanescope
