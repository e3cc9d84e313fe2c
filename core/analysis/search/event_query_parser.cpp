#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "core/analysis/search/event_query.h"
#include "core/analysis/search/query_value.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/nearest_word.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownBytes = 60;  // of a term, in error messages

struct FieldName {
  std::string_view name;
  QueryField field;
};
constexpr std::array<FieldName, 10> kFields = {{
    {"name", QueryField::Name},
    {"cat", QueryField::Category},
    {"op", QueryField::Op},
    {"stream", QueryField::Stream},
    {"device", QueryField::Device},
    {"pid", QueryField::Process},
    {"tid", QueryField::Thread},
    {"step", QueryField::Step},
    {"shape", QueryField::Shape},
    {"arg.", QueryField::Argument},
}};

constexpr std::array<std::string_view, 5> kTimeUnits = {"ns", "us", "\xC2\xB5s", "ms", "s"};

std::optional<std::int64_t> parse_int(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Parses "[64,1024]"; blanks are allowed.
std::optional<std::vector<std::int64_t>> parse_shape(std::string_view text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  std::string inner(text.substr(1, text.size() - 2));
  std::erase_if(inner, [](char c) { return kQueryBlanks.find(c) != std::string_view::npos; });
  std::vector<std::int64_t> shape;
  if (inner.empty()) return shape;
  for (std::size_t begin = 0; begin <= inner.size();) {
    const std::size_t end = std::min(inner.find(',', begin), inner.size());
    const auto value = parse_int(std::string_view(inner).substr(begin, end - begin));
    if (!value) return std::nullopt;
    shape.push_back(*value);
    begin = end + 1;
  }
  return shape;
}

/// The word before a colon or comparison, in lower case, if it may be a mistyped field. Empty if
/// the term looks like a name: "aten::mm", "kernel<float>".
std::string field_word(std::string_view term) {
  constexpr std::size_t kLongestWord = 30;
  const std::size_t end = term.find_first_of(":<>=");
  if (end == std::string_view::npos || end == 0 || end > kLongestWord) return {};
  std::string word(term.substr(0, end));
  std::ranges::transform(word, word.begin(), lower_case);
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") != std::string::npos) return {};
  std::string_view rest = term.substr(end + 1);
  if (term[end] == ':') return rest.starts_with(':') ? std::string() : word;
  if (rest.starts_with('=')) rest.remove_prefix(1);
  const bool compares = term[end] == '=' || (!rest.empty() && is_digit(rest.front()));
  return compares ? word : std::string();
}

constexpr std::array<std::string_view, 12> kFieldWords = {
    "name", "cat", "op", "stream", "device", "pid", "tid", "step", "dur", "ts", "shape", "arg.KEY"};

/// The field meant by a typo or by a longer form such as "duration".
std::string_view meant_field(std::string_view word) {
  if (const std::string_view near = nearest_word(word, kFieldWords); !near.empty()) return near;
  const auto is_short_for = [word](std::string_view field) {
    return word.size() > 1 && (word.starts_with(field) || field.starts_with(word));
  };
  const auto* field = std::ranges::find_if(kFieldWords, is_short_for);
  return field == kFieldWords.end() ? std::string_view() : *field;
}

/// Joins terms that form a comparison with blanks, such as "duration > 1ms"; otherwise the term at
/// `at` alone.
std::string written_together(const std::vector<QueryTerm>& terms, std::size_t at) {
  constexpr std::array<std::string_view, 5> kRelations = {"<", ">", "=", "<=", ">="};
  if (at + 2 >= terms.size() || !terms[at + 1].is_plain || !terms[at + 2].is_plain ||
      std::ranges::find(kRelations, terms[at + 1].value) == kRelations.end())
    return terms[at].value;
  return terms[at].value + terms[at + 1].value + terms[at + 2].value;
}

std::string field_hint(const std::string& word) {
  if (word == "dur" || word == "ts")
    return "'" + word + "' takes a comparison, as in " + word + ">1ms";
  if (std::ranges::find(kFieldWords, word) != kFieldWords.end())
    return "'" + word + "' takes a colon, as in " + word + ":VALUE";
  const std::string_view meant = meant_field(word);
  if (!meant.empty())
    return "'" + word + "' is not a field; did you mean " + std::string(meant) + "?";
  std::string hint = "'" + word + "' is not a field; the fields are ";
  for (const std::string_view field : kFieldWords) {
    if (field != kFieldWords.front()) hint += ", ";
    hint += field;
  }
  return hint;
}

class QueryParser {
 public:
  explicit QueryParser(std::string_view text) : rest_(text) {}

  Result<EventQuery> parse() {
    EventQuery query;
    for (skip_blanks(); !rest_.empty(); skip_blanks()) {
      const std::string_view start = rest_;
      auto term = parse_term();
      if (!term.ok()) return term.error();
      if (!rest_.empty() && kQueryBlanks.find(rest_.front()) == std::string_view::npos) {
        return wrong(start, "expected a space after the closing quote or slash");
      }
      query.terms.push_back(std::move(term).value());
    }
    return query;
  }

 private:
  static Error wrong(std::string_view term, std::string_view why) {
    const std::string shown = utf8_head(term.substr(0, term.find(' ')), kShownBytes);
    return {Error::Kind::Invalid, "'" + shown + "': " + std::string(why)};
  }

  void skip_blanks() { skip_query_blanks(rest_); }

  /// Ignores case; `name` is in lower case.
  static bool begins_with(std::string_view text, std::string_view name) {
    return std::ranges::equal(text.substr(0, name.size()), name, {}, lower_case);
  }

  bool eat_field(std::string_view name) {
    if (!begins_with(rest_, name) || !rest_.substr(name.size()).starts_with(':')) return false;
    rest_.remove_prefix(name.size() + 1);
    return true;
  }

  /// Ignores case.
  bool eat_prefix(std::string_view name) {
    if (!begins_with(rest_, name)) return false;
    rest_.remove_prefix(name.size());
    return true;
  }

  bool eat(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  Result<QueryTerm> parse_term() {
    QueryTerm term;
    const std::string_view start = rest_;
    if (rest_.size() > 1 && kQueryBlanks.find(rest_[1]) == std::string_view::npos) {
      term.exclude = eat("-");
    }
    for (const auto& [word, field] :
         {std::pair<std::string_view, QueryField>{"dur", QueryField::Duration},
          {"ts", QueryField::Time}}) {
      if (!begins_with(rest_, word)) continue;
      std::string_view behind = rest_.substr(word.size());
      skip_query_blanks(behind);
      if (!behind.empty() && is_relation(behind.front())) {
        rest_ = behind;
        term.field = field;
        return parse_comparison(std::move(term), start);
      }
    }
    bool has_field = false;
    for (const auto& [name, field] : kFields) {
      has_field = field == QueryField::Argument ? eat_prefix(name) : eat_field(name);
      if (!has_field) continue;
      term.field = field;
      break;
    }
    if (term.field == QueryField::Argument) {
      if (!parse_key(term)) return wrong(start, "expected arg.KEY:VALUE");
    }
    auto value = parse_value(term.field);
    if (!value.ok()) return wrong(start, value.error().message);
    term.is_plain = !has_field && !value.value().quoted && !value.value().is_regex;
    return finish(std::move(term), value.value(), start);
  }

  static bool is_relation(char c) { return c == '<' || c == '>' || c == '='; }

  Result<QueryTerm> parse_comparison(QueryTerm term, std::string_view start) {
    if (eat(">=")) {
      term.relation = QueryRelation::GreaterOrEqual;
    } else if (eat("<=")) {
      term.relation = QueryRelation::LessOrEqual;
    } else if (eat(">")) {
      term.relation = QueryRelation::Greater;
    } else if (eat("<")) {
      term.relation = QueryRelation::Less;
    } else {
      eat("=");
    }
    skip_blanks();
    const auto number = parse_duration(take_query_number(rest_, is_time_unit), term.from_start);
    if (!number) return wrong(start, "expected a time such as 1.5ms, 20us or 300 (ns)");
    term.number = *number;
    return term;
  }

  static bool is_time_unit(std::string_view word) {
    return std::ranges::find(kTimeUnits, word) != kTimeUnits.end();
  }

  bool parse_key(QueryTerm& term) {
    if (eat("\"")) {
      const std::size_t end = rest_.find('"');
      if (end == std::string_view::npos) return false;
      term.key = rest_.substr(0, end);
      rest_.remove_prefix(end + 1);
    } else {
      const std::size_t end = std::min(rest_.find(':'), rest_.size());
      term.key = rest_.substr(0, end);
      rest_.remove_prefix(end);
    }
    return !term.key.empty() && term.key.find_first_of(kQueryBlanks) != 0 && eat(":");
  }

  Result<QueryValue> parse_value(QueryField field) {
    const bool is_list = field == QueryField::Shape || field == QueryField::Argument;
    if (!is_list || !rest_.starts_with('[')) return take_query_value(rest_);
    QueryValue value;
    const std::size_t end = closing_bracket();
    value.text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return value;
  }

  /// Lists may have blanks after their commas.
  [[nodiscard]] std::size_t closing_bracket() const {
    int depth = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (rest_[i] == '[') ++depth;
      if (rest_[i] == ']' && --depth == 0) return i + 1;
    }
    return rest_.size();
  }

  static Result<QueryTerm> finish(QueryTerm term, const QueryValue& value, std::string_view start) {
    if (value.text.empty() && !value.quoted) return wrong(start, "missing value");
    term.value = value.text;
    switch (term.field) {
      case QueryField::Stream:
      case QueryField::Device: {
        const auto number = parse_int(value.text);
        if (!number) return wrong(start, "expected a number");
        term.number = *number;
        return term;
      }
      case QueryField::Shape: {
        auto shape = parse_shape(value.text);
        if (!shape) return wrong(start, "expected a shape such as [64,1024]");
        term.shape = std::move(*shape);
        return term;
      }
      default:
        break;
    }
    if (value.is_regex) {
      auto pattern = TextPattern::regex(value.text, value.ignore_case);
      if (!pattern.ok()) return pattern.error();
      term.text = pattern.value();
      term.value.clear();
    } else {
      term.text = term.field == QueryField::Name ? TextPattern::containing(value.text)
                                                 : TextPattern::equal_to(value.text);
    }
    return term;
  }

  std::string_view rest_;
};

}  // namespace

Result<EventQuery> parse_event_query(std::string_view expression) {
  return QueryParser(expression).parse();
}

std::string unknown_field_hint(const Snapshot& snapshot, const EventQuery& query) {
  for (std::size_t at = 0; at < query.terms.size(); ++at) {
    const QueryTerm& term = query.terms[at];
    if (!term.is_plain) continue;
    const std::string word = field_word(written_together(query.terms, at));
    const auto begins = [&](std::string_view field) { return word.starts_with(field); };
    // An excluded name need not exist in the trace.
    if (word.empty() || (term.exclude && std::ranges::none_of(kFieldWords, begins))) continue;
    bool is_name = false;
    for (std::uint32_t i = 0; i < snapshot.strings->size() && !is_name; ++i)
      is_name = term.text.matches(snapshot.text(StringId{i}));
    if (!is_name) return field_hint(word);
  }
  return {};
}

std::optional<Ns> parse_duration(std::string_view text, bool& has_unit) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kUnits = {
      {{"ns", "e-3"}, {"us", ""}, {"µs", ""}, {"ms", "e3"}, {"s", "e6"}}};
  has_unit = false;
  if (text.find_first_of("eE") != std::string_view::npos) return std::nullopt;
  for (const auto& [unit, exponent] : kUnits) {
    if (!text.ends_with(unit)) continue;
    std::string_view number = text.substr(0, text.size() - unit.size());
    number = number.substr(0, number.find_last_not_of(kQueryBlanks) + 1);
    if (number.empty()) return std::nullopt;
    has_unit = true;
    return parse_microseconds(std::string(number) + std::string(exponent));
  }
  return parse_int(text);
}

}  // namespace lanescope
