#include <re2/re2.h>

#include "core/analysis/search/event_query.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestExpression = 1000;

/// RE2 treats braces as literal text if the repeat count overflows, which is never intended.
bool has_huge_count(const std::string& expression) {
  static const RE2 huge(R"((?:^|[^\\])\{(?:\d{9,}|\d+,\d{9,}))");
  return RE2::PartialMatch(expression, huge);
}

/// Why an expression was rejected, as the end of a sentence about it.
std::string refusal(const RE2& expression) {
  const std::string& where = expression.error_arg();
  switch (expression.error_code()) {
    case RE2::ErrorBadEscape:
      if (where.find_first_of("123456789kg") != std::string::npos)
        return "uses the backreference " + where + ", which is not supported";
      return "uses the escape " + where + ", which is not supported";
    case RE2::ErrorBadPerlOp:
      return "uses " + where + ", which is not supported; lookaround is not available";
    case RE2::ErrorRepeatSize:
      return "has a repeat count that is too large or reversed: " + where +
             "; at most 1000 in total are supported";
    case RE2::ErrorPatternTooLarge:
      return "is too complex";
    default:
      return "is not valid; to search for the text itself, put it in quotes";
  }
}

}  // namespace

struct TextPattern::Regex : RE2 {
  using RE2::RE2;
};

TextPattern TextPattern::containing(std::string_view part) {
  TextPattern pattern;
  pattern.text_ = part;
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
  RE2::Options options;
  options.set_case_sensitive(!ignore_case);
  options.set_never_capture(true);
  options.set_log_errors(false);
  TextPattern pattern;
  pattern.kind_ = Kind::Regex;
  pattern.text_ = expression;
  if (has_huge_count(pattern.text_)) return error("has too large a repeat count");
  pattern.regex_ = std::make_shared<const Regex>(pattern.text_, options);
  if (!pattern.regex_->ok()) return error(refusal(*pattern.regex_));
  return pattern;
}

bool TextPattern::matches(std::string_view text) const {
  switch (kind_) {
    case Kind::Contains:
      return holds_ignoring_case(text, text_);
    case Kind::Equals:
      return text == text_;
    case Kind::Regex:
      return RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *regex_);
  }
  return false;
}

}  // namespace lanescope
