#include "app/cli/output/described_rows.h"

#include <cstdint>
#include <map>
#include <type_traits>

#include <fmt/format.h>

#include "app/cli/output/cut_names.h"
#include "core/analysis/events/statistics.h"
#include "core/base/text/minus.h"
#include "core/base/text/utf8.h"
#include "core/view/details/facts.h"
#include "core/view/text/escaping.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

/// The distinguishing part of a title, " [128, 4, at::native]", starts with what differs, so it is
/// cut at its end, and the title in the middle.
std::string distinct_title(std::string_view title, std::string_view apart) {
  constexpr std::size_t kMarkWidth = 24;
  if (apart.empty()) return printable(title, kReportNameWidth);
  const std::string mark = utf8_head(printable(apart.substr(0, apart.size() - 1)), kMarkWidth);
  return printable(title, kReportNameWidth - kMarkWidth) + mark + "]";
}

/// "aten::mm +2"
std::string names_text(const Snapshot& trace, const std::vector<StringId>& names) {
  if (names.empty()) return "";
  std::string text = printable(trace.text(names.front()), kReportNameWidth / 2);
  if (names.size() > 1) text += " +" + std::to_string(names.size() - 1);
  return text;
}

std::string whole_text(const Snapshot& trace, ValueKind kind, std::int64_t number) {
  switch (kind) {
    case ValueKind::Id:
      return std::to_string(number);
    case ValueKind::Time:
      return format_duration(number);
    case ValueKind::Moment:
      return format_duration(saturating_sub(number, trace.extent.begin_ns));
    case ValueKind::Bytes:
      return format_bytes(number);
    default:
      return format_count(number);
  }
}

std::string real_text(const Snapshot& trace, const ColumnHead& column, double number) {
  if (column.kind == ValueKind::Rate) return format_rate(number);
  if (column.kind == ValueKind::Time || column.kind == ValueKind::Bytes)
    return whole_text(trace, column.kind, rounded_ns(number));
  return with_minus(fmt::format(fmt::runtime(column.options.format), number));
}

bool is_name(ValueKind kind) {
  return is_words(kind) && kind != ValueKind::Words;
}

std::size_t name_width(const ColumnHead& column) {
  return column.options.width != 0 ? column.options.width : kReportNameWidth;
}

/// Empty if there is no value.
std::string value_text(const Snapshot& trace, const ColumnHead& column, const CellValue& value) {
  const std::size_t width = name_width(column);
  return std::visit(
      [&](const auto& held) -> std::string {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, bool>) {
          return held ? "yes" : "";
        } else if constexpr (std::is_same_v<T, std::string>) {
          return is_name(column.kind) ? printable(held, width) : held;
        } else if constexpr (std::is_same_v<T, StringId>) {
          return printable(trace.text(held), width);
        } else if constexpr (std::is_same_v<T, std::vector<StringId>>) {
          return column.options.head != 0 ? first_names(trace, held, column.options.head)
                                          : names_text(trace, held);
        } else if constexpr (std::is_same_v<T, MarkedName>) {
          return held.before + printable(held.name, width) + held.after;
        } else if constexpr (std::is_same_v<T, ShareOf>) {
          return percent(held.part, held.whole);
        } else if constexpr (std::is_same_v<T, double>) {
          return real_text(trace, column, held);
        } else if constexpr (std::is_integral_v<T>) {
          return whole_text(trace, column.kind, static_cast<std::int64_t>(held));
        } else {
          return "";
        }
      },
      value);
}

std::string none_text(const ColumnHead& column) {
  if (column.options.none != nullptr) return column.options.none;
  return is_name(column.kind) ? "" : "n/a";
}

std::string cell_text(const Snapshot& trace, const ColumnHead& column, const CellValue& value) {
  std::string text = value_text(trace, column, value);
  const bool none =
      is_name(column.kind) ? text.empty() : std::holds_alternative<std::monostate>(value);
  if (!none) return text;
  return none_text(column);
}

/// A Markdown page has no width limit, and shows names as code.
std::string cell_page(const Snapshot& trace, const ColumnHead& column, const CellValue& value) {
  constexpr std::size_t kWidth = 100;
  if (!is_name(column.kind)) return cell_text(trace, column, value);
  std::string name;
  if (const auto* id = std::get_if<StringId>(&value)) name = trace.text(*id);
  if (const auto* own = std::get_if<std::string>(&value)) name = *own;
  if (const auto* marked = std::get_if<MarkedName>(&value)) name = marked->name;
  if (column.kind == ValueKind::Kernel) name = short_name(name);
  if (name.empty()) return none_text(column);
  return markdown_code(printable(name, std::max(kWidth, column.options.width)));
}

/// All rows are needed at once to distinguish kernels with the same short name.
std::vector<std::string> kernel_titles(const Snapshot& trace, const PrintedCells& cells,
                                       std::size_t column) {
  std::vector<StringId> names;
  for (const std::vector<CellValue>& row : cells.rows) {
    const auto* name = std::get_if<StringId>(&row[column]);
    names.push_back(name != nullptr ? *name : StringId::Empty);
  }
  return short_titles(trace, names);
}

/// The name in a cell; empty if it holds none.
std::string_view name_of(const Snapshot& trace, const CellValue& value) {
  if (const auto* id = std::get_if<StringId>(&value)) return trace.text(*id);
  if (const auto* own = std::get_if<std::string>(&value)) return *own;
  const auto* marked = std::get_if<MarkedName>(&value);
  return marked != nullptr ? std::string_view(marked->name) : std::string_view();
}

/// The texts of a column of names, each of which can be told from the others.
std::vector<std::string> name_texts(const Snapshot& trace, const PrintedCells& cells,
                                    std::size_t c) {
  const ColumnHead& column = *cells.columns[c];
  std::vector<std::string_view> names;
  for (const std::vector<CellValue>& row : cells.rows) names.push_back(name_of(trace, row[c]));
  std::vector<std::string> texts = cut_names(names, name_width(column));
  for (std::size_t r = 0; r < texts.size(); ++r) {
    const auto* marked = std::get_if<MarkedName>(&cells.rows[r][c]);
    if (names[r].empty()) {
      texts[r] = cell_text(trace, column, cells.rows[r][c]);
    } else if (marked != nullptr) {
      texts[r] = marked->before + texts[r] + marked->after;
    }
  }
  return texts;
}

Json parsed_json(const std::string& text) {
  Json parsed = Json::parse(text, nullptr, false);
  return parsed.is_discarded() ? Json(text) : parsed;
}

Json value_json(const Snapshot& trace, const ColumnHead& column, const CellValue& value) {
  return std::visit(
      [&](const auto& held) -> Json {
        using T = std::decay_t<decltype(held)>;
        const bool or_none = column.kind == ValueKind::NameOrNone;
        if constexpr (std::is_same_v<T, std::monostate>) {
          return nullptr;
        } else if constexpr (std::is_same_v<T, StringId>) {
          return or_none ? json_text_or_null(trace, held) : json_text(trace, held);
        } else if constexpr (std::is_same_v<T, std::string>) {
          if (column.kind == ValueKind::Parsed) return parsed_json(held);
          return or_none && held.empty() ? Json() : Json(held);
        } else if constexpr (std::is_same_v<T, EventId>) {
          return json_event(held);
        } else if constexpr (std::is_same_v<T, std::vector<StringId>>) {
          Json names = Json::array();
          for (const StringId name : held) names.push_back(json_text(trace, name));
          return names;
        } else if constexpr (std::is_same_v<T, ShareOf>) {
          return held.whole > 0 ? Json(100 * held.part / held.whole) : Json();
        } else if constexpr (std::is_same_v<T, NamedNumbers>) {
          Json numbers = Json::object();
          for (const auto& [name, number] : held) numbers[name] = number;
          return numbers;
        } else if constexpr (std::is_same_v<T, MarkedName>) {
          return held.name;
        } else if constexpr (std::is_same_v<T, double>) {
          return column.kind == ValueKind::Time ? Json(rounded_ns(held)) : Json(held);
        } else if constexpr (std::is_same_v<T, std::int64_t>) {
          return column.kind == ValueKind::Moment ? JsonTimes(trace)(held) : held;
        } else {
          return held;
        }
      },
      value);
}

}  // namespace

std::vector<std::string> short_titles(const Snapshot& trace, std::span<const StringId> names) {
  std::map<StringId, std::size_t> place;
  std::vector<std::string> titles;
  std::vector<std::string_view> wholes;
  for (const StringId name : names) {
    if (!place.try_emplace(name, titles.size()).second) continue;
    wholes.push_back(trace.text(name));
    titles.push_back(short_name(wholes.back()));
  }
  const std::vector<std::string> alike = titles;
  tell_apart(titles, wholes);
  std::map<std::string, int> reported;  // number of uses; titles may be equal once cut
  for (std::size_t i = 0; i < titles.size(); ++i) {
    titles[i] = distinct_title(alike[i], titles[i].substr(alike[i].size()));
    const int times = ++reported[titles[i]];
    if (times > 1) titles[i] += fmt::format(" #{}", times);
  }
  std::vector<std::string> of_rows;
  for (const StringId name : names) of_rows.push_back(titles[place.at(name)]);
  return of_rows;
}

std::string first_names(const Snapshot& trace, std::span<const StringId> names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + printable(trace.text(names[i]), kReportNameWidth / 2);
  return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

std::string more_rows(std::size_t rows, std::size_t most) {
  return rows > most ? fmt::format("and {} more; see --json\n", rows - most) : "";
}

std::string cells_text(const Snapshot& trace, const PrintedCells& cells) {
  std::vector<TextTable::Column> titles;
  for (const ColumnHead* column : cells.columns) {
    titles.push_back({column->title.text == kNoTitle ? "" : column->title.text,
                      is_words(column->kind) ? TextTable::Align::Left : TextTable::Align::Right});
  }
  std::vector<std::vector<std::string>> lines(cells.rows.size());
  for (std::size_t c = 0; c < cells.columns.size(); ++c) {
    const ColumnHead& column = *cells.columns[c];
    std::vector<std::string> names;
    if (column.kind == ValueKind::Kernel) names = kernel_titles(trace, cells, c);
    if (column.kind == ValueKind::Name || column.kind == ValueKind::NameOrNone)
      names = name_texts(trace, cells, c);
    for (std::size_t r = 0; r < lines.size(); ++r) {
      lines[r].push_back(names.empty()      ? cell_text(trace, column, cells.rows[r][c])
                         : names[r].empty() ? none_text(column)
                                            : names[r]);
    }
  }
  TextTable table(std::move(titles));
  for (std::vector<std::string>& line : lines) table.add_row(std::move(line));
  return table.text();
}

std::string cells_page(const Snapshot& trace, const PrintedCells& cells, std::string_view blank) {
  std::string text = "|", line = "|";
  for (const ColumnHead* column : cells.columns) {
    text += fmt::format(" {} |", column->title.page);
    line += fmt::format("{0}{1}{0}|", blank, is_words(column->kind) ? "---" : "---:");
  }
  text += "\n" + line + "\n";
  for (const std::vector<CellValue>& row : cells.rows) {
    text += "|";
    for (std::size_t c = 0; c < row.size(); ++c)
      text += fmt::format(" {} |", cell_page(trace, *cells.columns[c], row[c]));
    text += "\n";
  }
  return text;
}

void add_cell(const Snapshot& trace, const ColumnHead& column, const CellValue& value, Json& out) {
  Json* place = &out;
  std::string_view key = column.title.json;
  for (std::size_t end = key.find('/'); end != std::string_view::npos; end = key.find('/')) {
    place = &(*place)[std::string(key.substr(0, end))];
    key.remove_prefix(end + 1);
  }
  (*place)[std::string(key)] = value_json(trace, column, value);
}

}  // namespace lanescope
