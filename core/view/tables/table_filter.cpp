#include "core/view/tables/table_filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "core/analysis/search/query_value.h"
#include "core/base/text/decimal.h"
#include "core/base/text/nearest_word.h"

namespace lanescope {
namespace {

/// The unit in which a number was written.
enum class Unit : std::uint8_t { None, Time, Bytes, Percent };

struct Quantity {
  Unit unit = Unit::None;
  double value = 0;  // in ns, bytes or percent
};

constexpr std::array<std::pair<std::string_view, double>, 13> kByteUnits = {{{"kib", 0x1p10},
                                                                             {"mib", 0x1p20},
                                                                             {"gib", 0x1p30},
                                                                             {"tib", 0x1p40},
                                                                             {"kb", 1e3},
                                                                             {"mb", 1e6},
                                                                             {"gb", 1e9},
                                                                             {"tb", 1e12},
                                                                             {"ki", 0x1p10},
                                                                             {"mi", 0x1p20},
                                                                             {"gi", 0x1p30},
                                                                             {"ti", 0x1p40},
                                                                             {"b", 1}}};

/// Lowercase letters and digits only: "selfcpu" for "Self CPU %".
std::string plain(std::string_view title) {
  std::string out;
  for (const char c : title) {
    if (c >= 'A' && c <= 'Z') out += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) out += c;
  }
  return out;
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0;
  const auto [end, error] =
      read_decimal(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<Quantity> parse_quantity(std::string_view text) {
  if (text.ends_with('%')) {
    const auto value = parse_number(text.substr(0, text.size() - 1));
    return value ? std::optional(Quantity{Unit::Percent, *value}) : std::nullopt;
  }
  if (const auto value = parse_number(text)) return Quantity{Unit::None, *value};
  bool has_unit = false;
  if (const auto time_ns = parse_duration(text, has_unit)) {
    return Quantity{Unit::Time, static_cast<double>(*time_ns)};
  }
  const std::string small =
      plain(text.substr(std::min(text.find_last_of("0123456789."), text.size() - 1) + 1));
  for (const auto& [unit, factor] : kByteUnits) {
    if (small != unit) continue;
    const auto value = parse_number(text.substr(0, text.size() - unit.size()));
    if (value) return Quantity{Unit::Bytes, *value * factor};
  }
  return std::nullopt;
}

bool is_unit(std::string_view word) {
  return !word.empty() && parse_quantity("1" + std::string(word)).has_value() &&
         std::string_view("0123456789.").find(word.front()) == std::string_view::npos;
}

/// The unit that numbers of a column may have; they may also have none.
Unit unit_of(DataKind kind) {
  if (kind == DataKind::Time || kind == DataKind::Bar) return Unit::Time;
  if (kind == DataKind::Bytes) return Unit::Bytes;
  return kind == DataKind::Share ? Unit::Percent : Unit::None;
}

bool suits(DataKind kind, Unit unit) {
  return kind != DataKind::Text && (unit == Unit::None || unit == unit_of(kind));
}

std::string_view example_of(DataKind kind) {
  constexpr std::array<std::string_view, 4> kOfUnits{"a number such as 10", "a time such as 1.5ms",
                                                     "a size such as 2MiB", "a share such as 3%"};
  return kOfUnits.at(static_cast<std::size_t>(unit_of(kind)));
}

std::int64_t whole_number(double value) {
  constexpr double kMost = 9.2e18;
  return static_cast<std::int64_t>(std::clamp(value, -kMost, kMost));
}

/// The factor from the unit to the numbers in cells.
double scale_of(DataKind kind) {
  return kind == DataKind::Share ? 1e4 : kind == DataKind::Real ? 1e6 : 1;
}

bool compare(std::int64_t value, QueryRelation relation, std::int64_t limit) {
  switch (relation) {
    case QueryRelation::Equal:
      return value == limit;
    case QueryRelation::Less:
      return value < limit;
    case QueryRelation::LessOrEqual:
      return value <= limit;
    case QueryRelation::Greater:
      return value > limit;
    case QueryRelation::GreaterOrEqual:
      return value >= limit;
  }
  return false;
}

}  // namespace

class TableFilterParser {
 public:
  TableFilterParser(std::string_view text, const DataTable& table) : rest_(text), table_(table) {}

  Result<TableFilter> parse() {
    TableFilter filter;
    for (skip_blanks(); !rest_.empty(); skip_blanks()) {
      auto term = parse_term();
      if (!term.ok()) return term.error();
      filter.terms_.push_back(std::move(term).value());
    }
    filter.hint_ = std::move(hint_);
    return filter;
  }

 private:
  using Term = TableFilter::Term;
  static constexpr std::size_t kNone = SIZE_MAX;

  static Error wrong(std::string_view term, std::string_view why) {
    const std::string_view shown = term.substr(0, std::min<std::size_t>(term.find(' '), 40));
    return {Error::Kind::Invalid, std::string(shown) + ": " + std::string(why)};
  }

  void skip_blanks() { skip_query_blanks(rest_); }

  Result<Term> parse_term() {
    Term term;
    if (rest_.size() > 1 && rest_[0] == '-' && kQueryBlanks.find(rest_[1]) == kNone) {
      term.exclude = true;
      rest_.remove_prefix(1);
    }
    const std::size_t end = rest_.find_first_of("<>=: \t\r\n\"/");
    const bool has_key = end != kNone && end > 0 && rest_[end] != '"' && rest_[end] != '/';
    const std::string_view key = has_key ? rest_.substr(0, end) : std::string_view{};
    if (has_key && rest_[end] == ':' && !rest_.substr(end).starts_with("::")) {
      if (const std::size_t column = words_called(key); column != kNone) {
        term.column = column;
        rest_.remove_prefix(end + 1);
      } else if (!term.exclude && is_word(key)) {
        hint_ = no_words_called(key);
      }
    } else if (has_key) {
      std::string_view behind = rest_.substr(end);
      skip_query_blanks(behind);
      if (!behind.empty() && std::string_view("<>=").find(behind.front()) != kNone) {
        auto compared = parse_comparison(term, key, behind);
        if (!compared.ok() || compared.value().is_number) return compared;
      }
    }
    return parse_text(std::move(term));
  }

  Result<Term> parse_text(Term term) {
    const std::string_view start = rest_;
    auto value = take_query_value(rest_);
    if (!value.ok()) return wrong(start, value.error().message);
    if (!value.value().is_regex) {
      term.text = TextPattern::containing(value.value().text);
      return term;
    }
    auto pattern = TextPattern::regex(value.value().text, value.value().ignore_case);
    if (!pattern.ok()) return pattern.error();
    term.text = pattern.value();
    return term;
  }

  /// `rest` starts with the operator. C++ names contain < and > too: if this does not compare a
  /// column with a number, the text is left in place and the term is returned unchanged.
  Result<Term> parse_comparison(Term term, std::string_view key, std::string_view rest) {
    const bool together = rest.data() == key.data() + key.size();
    const auto eat = [&rest](std::string_view sign) {
      if (!rest.starts_with(sign)) return false;
      rest.remove_prefix(sign.size());
      return true;
    };
    term.relation = eat(">=")   ? QueryRelation::GreaterOrEqual
                    : eat("<=") ? QueryRelation::LessOrEqual
                    : eat(">")  ? QueryRelation::Greater
                    : eat("<")  ? QueryRelation::Less
                                : QueryRelation::Equal;
    eat("=");
    skip_query_blanks(rest);
    const std::string value = take_query_number(rest, is_unit);
    const std::string_view word = rest_.substr(0, rest_.size() - rest.size());
    const auto quantity = parse_quantity(value);
    const std::size_t column = number_called(key, quantity ? quantity->unit : Unit::None);
    if (column == kNone) {
      if (!quantity) return term;
      const std::size_t other = number_called(key, std::nullopt);
      if (other == kNone && !together) return term;
      if (other == kNone) return wrong(word, no_number_called(key));
      return wrong(word, "expected " + std::string(example_of(table_.columns[other].kind)));
    }
    const DataKind kind = table_.columns[column].kind;
    if (!quantity) return wrong(word, "expected " + std::string(example_of(kind)));
    rest_ = rest;
    term.is_number = true;
    term.column = column + 1;
    term.number = whole_number(quantity->value * scale_of(kind));
    return term;
  }

  /// The best column accepted by `fits`: an exact title, otherwise a title that starts with the
  /// key, otherwise one that contains it.
  template <typename Fits>
  [[nodiscard]] std::size_t column_called(std::string_view key, const Fits& fits) const {
    const std::string wanted = plain(key);
    if (wanted.empty()) return kNone;
    std::size_t best = kNone;
    int best_rank = 3;
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (!fits(table_.columns[i].kind)) continue;
      const std::string title = plain(table_.columns[i].title);
      const int rank = title == wanted                                ? 0
                       : title.starts_with(wanted)                    ? 1
                       : title.find(wanted) != std::string_view::npos ? 2
                                                                      : 3;
      if (rank >= best_rank) continue;
      best = i;
      best_rank = rank;
    }
    return best;
  }

  [[nodiscard]] bool is_title(std::size_t column, std::string_view key) const {
    return plain(table_.columns[column].title) == plain(key);
  }

  /// `unit` nullopt: any unit. A number without % prefers columns other than shares, unless only a
  /// share has exactly that title: "share>5" is not about "Shared memory".
  [[nodiscard]] std::size_t number_called(std::string_view key, std::optional<Unit> unit) const {
    const auto fits = [unit](DataKind kind) {
      return unit ? suits(kind, *unit) : kind != DataKind::Text;
    };
    const std::size_t own = column_called(key, fits);
    if (unit != Unit::Percent) {
      const std::size_t other = column_called(
          key, [&fits](DataKind kind) { return kind != DataKind::Share && fits(kind); });
      if (other != kNone && (is_title(other, key) || !is_title(own, key))) return other;
    }
    if (own != kNone || unit != Unit::Percent) return own;
    // "total<3%": refers to a time column with its share in the next one.
    const std::size_t part =
        column_called(key, [](DataKind kind) { return kind == DataKind::Time; });
    const bool has_share = part != kNone && part + 1 < table_.columns.size() &&
                           table_.columns[part + 1].kind == DataKind::Share &&
                           table_.columns[part + 1].title.starts_with("Share");
    return has_share ? part + 1 : kNone;
  }

  /// 0 for the name, a column + 1, or kNone.
  [[nodiscard]] std::size_t words_called(std::string_view key) const {
    const std::size_t column =
        column_called(key, [](DataKind kind) { return kind == DataKind::Text; });
    if (column != kNone) return column + 1;
    const std::string wanted = plain(key);
    const bool is_name = wanted == "name" || wanted == plain(table_.name_title);
    return is_name ? 0 : kNone;
  }

  /// Names contain colons too, so the hint is given only for words that could be column titles.
  static bool is_word(std::string_view key) {
    constexpr std::size_t kLongest = 30;
    return key.size() <= kLongest && std::ranges::all_of(key, [](char c) {
             return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
           });
  }

  /// The columns that can be compared, and which one is probably meant.
  [[nodiscard]] std::string no_number_called(std::string_view key) const {
    std::vector<std::string> titles;
    for (const DataColumn& column : table_.columns) {
      if (column.kind != DataKind::Text) titles.push_back(plain(column.title));
    }
    const std::vector<std::string_view> known(titles.begin(), titles.end());
    const std::string_view meant = nearest_word(plain(key), known);
    std::string words = "no such column; ";
    if (!meant.empty()) return words + "did you mean " + std::string(meant) + "?";
    words += "columns with numbers: ";
    for (std::size_t i = 0; i < titles.size(); ++i) words += (i == 0 ? "" : ", ") + titles[i];
    return words;
  }

  [[nodiscard]] std::string no_words_called(std::string_view key) const {
    const std::string word(key);
    if (number_called(key, std::nullopt) != kNone)
      return "'" + word + "' takes a comparison, as in " + word + ">10";
    std::vector<std::string> titles{"name"};
    for (const DataColumn& column : table_.columns) {
      if (column.kind == DataKind::Text) titles.push_back(plain(column.title));
    }
    const std::vector<std::string_view> known(titles.begin(), titles.end());
    const std::string_view meant = nearest_word(plain(key), known);
    std::string words = "there is no text column '" + word + "'; ";
    if (!meant.empty()) return words + "did you mean " + std::string(meant) + "?";
    words += "text columns: ";
    for (std::size_t i = 0; i < titles.size(); ++i) words += (i == 0 ? "" : ", ") + titles[i];
    return words;
  }

  std::string_view rest_;
  const DataTable& table_;
  std::string hint_;
};

Result<TableFilter> TableFilter::parse(std::string_view text, const DataTable& table) {
  return TableFilterParser(text, table).parse();
}

bool TableFilter::holds(const Term& term, const Snapshot& snapshot, const DataRow& row) {
  if (term.column == 0) {
    return term.text.matches(row.name) || term.text.matches(whole_name(snapshot, row));
  }
  const DataCell& cell = row.cells[term.column - 1];
  if (!term.is_number) return term.text.matches(cell.text);
  return !cell.text.empty() && compare(cell.number, term.relation, term.number);
}

bool TableFilter::matches(const Snapshot& snapshot, const DataRow& row) const {
  return std::ranges::all_of(
      terms_, [&](const Term& term) { return holds(term, snapshot, row) != term.exclude; });
}

std::string_view table_filter_help() {
  return "gemm  -memcpy  \"two words\"  /^aten::(mm|bmm)$/\n"
         "calls>10  self>1ms  mem>=2MiB  share<3%\n"
         "note:warm  source:train.py\n"
         "All terms must match; - excludes; name columns by title or part of it";
}

}  // namespace lanescope
