#include <algorithm>
#include <regex>

#include "core/analysis/search/event_query.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestExpression = 1000;
/// Longer names are compared up to here; real ones reach some five thousand bytes.
constexpr std::size_t kLongestText = 64U << 10;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool contains_lower(std::string_view text, std::string_view part) {
  return std::search(text.begin(), text.end(), part.begin(), part.end(),
                     [](char a, char b) { return lower(a) == b; }) != text.end();
}

/// A count in braces or a number of a group that libstdc++ would multiply beyond its integers.
bool has_huge_number(std::string_view expression) {
  constexpr std::size_t kMostDigits = 9;
  bool counts = false, escaped = false;
  std::size_t digits = 0;
  for (const char c : expression) {
    const bool digit = c >= '0' && c <= '9';
    digits = digit ? digits + 1 : 0;
    if (counts && digits > kMostDigits) return true;
    const bool escape = c == '\\' && !escaped;
    if (escape || (c == '{' && !escaped)) {
      counts = true;
    } else if (!digit && c != ',') {
      counts = false;
    }
    escaped = escape;
  }
  return false;
}

}  // namespace

/// The expression behind "anything": matched once from the start of a text. A search would start
/// anew at each character, which is quadratic.
struct TextPattern::Regex {
  std::regex compiled;
};

TextPattern TextPattern::containing(std::string_view part) {
  TextPattern pattern;
  pattern.text_ = part;
  std::transform(part.begin(), part.end(), pattern.text_.begin(), lower);
  return pattern;
}

TextPattern TextPattern::equal_to(std::string_view whole) {
  TextPattern pattern;
  pattern.kind_ = Kind::Equals;
  pattern.text_ = whole;
  return pattern;
}

Result<TextPattern> TextPattern::regex(std::string_view expression, bool ignore_case) {
  const auto error = [&](std::string_view why) {
    return Error{Error::Kind::Invalid, "the regular expression /" +
                                           std::string(expression.substr(0, 80)) + "/ " +
                                           std::string(why)};
  };
  if (expression.size() > kLongestExpression) return error("is too long");
  if (has_huge_number(expression)) return error("counts too far");
  // The polynomial matcher of libstdc++ walks all states side by side. The usual one backtracks,
  // which takes ages on "(a+)+b" and overruns the stack on names of a hundred kilobytes.
  auto flags = std::regex::ECMAScript | std::regex::optimize | std::regex::nosubs |
               std::regex_constants::__polynomial;
  if (ignore_case) flags |= std::regex::icase;
  TextPattern pattern;
  pattern.kind_ = Kind::Regex;
  pattern.text_ = expression;
  try {
    std::regex alone(pattern.text_, flags);  // so that a stray bracket is found
    pattern.regex_ =
        std::make_shared<const Regex>(Regex{std::regex("[^]*?(?:" + pattern.text_ + ")", flags)});
  } catch (const std::regex_error& e) {
    if (e.code() == std::regex_constants::error_complexity) {
      return error("is too complex, or refers back to a group");
    }
    return error("is not valid; to search for the text itself put it in quotes");
  }
  return pattern;
}

bool TextPattern::matches(std::string_view text) const {
  switch (kind_) {
    case Kind::Contains:
      return contains_lower(text, text_);
    case Kind::Equals:
      return text == text_;
    case Kind::Regex:
      break;
  }
  text = text.substr(0, kLongestText);
  try {
    return std::regex_search(text.begin(), text.end(), regex_->compiled,
                             std::regex_constants::match_continuous);
  } catch (const std::regex_error&) {
    return false;
  }
}

}  // namespace lanescope
