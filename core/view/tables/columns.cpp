#include "core/view/tables/columns.h"

#include <algorithm>

#include "core/analysis/events/statistics.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

DataKind pane_kind(ValueKind kind) {
  using enum ValueKind;
  if (kind <= Flag) return DataKind::Text;  // the text kinds come first
  if (kind == Time || kind == Moment) return DataKind::Time;
  if (kind == Bytes) return DataKind::Bytes;
  if (kind == Share) return DataKind::Share;
  if (kind == Real || kind == Rate) return DataKind::Real;
  return kind == Bar ? DataKind::Bar : DataKind::Count;
}

DataCell number_cell(const ColumnHead& column, std::int64_t number) {
  const DataKind kind = pane_kind(column.kind);
  if (kind == DataKind::Time || kind == DataKind::Bar) return time_cell(number);
  return kind == DataKind::Bytes ? bytes_cell(number)
                                 : count_cell(static_cast<std::uint64_t>(number));
}

DataCell number_cell(const ColumnHead& column, double number) {
  if (column.kind == ValueKind::Scaled) return scaled_cell(number, column.options.unit);
  if (pane_kind(column.kind) == DataKind::Real) return real_cell(number);
  return number_cell(column, rounded_ns(number));
}

}  // namespace

std::string text_title(std::string_view pane) {
  std::string text(pane);
  // Not of "CPU total" and "DataLoader".
  const std::string_view first = pane.substr(0, pane.find(' '));
  const bool is_word =
      first.size() > 1 && is_lower(first[1]) && std::ranges::none_of(first.substr(1), is_upper);
  if (is_word && is_upper(text[0])) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

ColumnTitles with_pane_title(ColumnTitles titles) {
  if (titles.text == kPaneTitle) titles.text = text_title(titles.pane);
  if (titles.page == kPaneTitle) titles.page = text_title(titles.pane);
  return titles;
}

bool is_words(ValueKind kind) {
  return pane_kind(kind) == DataKind::Text && kind != ValueKind::Figure;
}

DataRow named_row(const Snapshot& trace, CategoryKind kind, StringId name, EventId event) {
  const std::string_view text = trace.text(name);
  return {.name = short_name(text),
          .full_name = name,
          .event = event,
          .role = role_of(kind, classify_name(text)),
          .shade = shade_of(text)};
}

DataColumn pane_column(const ColumnHead& column) {
  return {column.title.pane, pane_kind(column.kind), column.options.usual};
}

DataCell pane_cell(const Snapshot& trace, const ColumnHead& column, const CellValue& value) {
  return std::visit(
      [&](const auto& held) -> DataCell {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, bool>) {
          return text_cell(held ? "yes" : "");
        } else if constexpr (std::is_same_v<T, std::string>) {
          return text_cell(held);
        } else if constexpr (std::is_same_v<T, StringId>) {
          return text_cell(std::string(trace.text(held)));
        } else if constexpr (std::is_same_v<T, std::vector<StringId>>) {
          return text_cell(held.empty() ? "" : std::string(trace.text(held.front())));
        } else if constexpr (std::is_same_v<T, ShareOf>) {
          return ratio_cell(held.part, held.whole);
        } else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::int64_t>) {
          return number_cell(column, held);
        } else if constexpr (std::is_same_v<T, std::uint64_t>) {
          return number_cell(column, static_cast<std::int64_t>(held));
        } else {
          return {};
        }
      },
      value);
}

}  // namespace lanescope
