#include "core/analysis/search/query_value.h"

#include <algorithm>

namespace lanescope {
namespace {

Result<QueryValue> take_quoted(std::string_view& rest) {
  const std::size_t end = rest.find('"', 1);
  if (end == std::string_view::npos) return Error{Error::Kind::Invalid, "missing closing quote"};
  QueryValue value;
  value.quoted = true;
  value.text = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  return value;
}

Result<QueryValue> take_regex(std::string_view& rest) {
  QueryValue value;
  value.is_regex = true;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    if (rest[i] == '\\' && i + 1 < rest.size()) {
      if (rest[i + 1] != '/') value.text += '\\';
      value.text += rest[++i];
    } else if (rest[i] == '/') {
      rest.remove_prefix(i + 1);
      value.ignore_case = rest.starts_with('i');
      if (value.ignore_case) rest.remove_prefix(1);
      return value;
    } else {
      value.text += rest[i];
    }
  }
  return Error{Error::Kind::Invalid,
               "the regular expression has no closing /; to search for the text itself, put it in "
               "quotes"};
}

}  // namespace

Result<QueryValue> take_query_value(std::string_view& rest) {
  if (rest.starts_with('"')) return take_quoted(rest);
  if (rest.starts_with('/')) return take_regex(rest);
  QueryValue value;
  value.text = take_query_word(rest);
  return value;
}

std::string_view take_query_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of(kQueryBlanks), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  return word;
}

void skip_query_blanks(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(kQueryBlanks), rest.size()));
}

std::string take_query_number(std::string_view& rest, bool (*is_unit)(std::string_view word)) {
  std::string number(take_query_word(rest));
  if (number.empty() || number.back() < '0' || number.back() > '9') return number;
  std::string_view behind = rest;
  skip_query_blanks(behind);
  const std::string_view unit = take_query_word(behind);
  if (!is_unit(unit)) return number;
  rest = behind;
  return number.append(unit);
}

}  // namespace lanescope
