#include "core/view/tables/columns.h"

#include <cmath>

#include "core/analysis/events/statistics.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

DataKind pane_kind(ValueKind kind) {
  switch (kind) {
    case ValueKind::Words:
    case ValueKind::Figure:
    case ValueKind::Name:
    case ValueKind::NameOrNone:
    case ValueKind::Kernel:
    case ValueKind::Names:
    case ValueKind::Parsed:
    case ValueKind::Flag:
      return DataKind::Text;
    case ValueKind::Time:
    case ValueKind::Moment:
      return DataKind::Time;
    case ValueKind::Bytes:
      return DataKind::Bytes;
    case ValueKind::Share:
      return DataKind::Share;
    case ValueKind::Real:
    case ValueKind::Rate:
      return DataKind::Real;
    case ValueKind::Bar:
      return DataKind::Bar;
    case ValueKind::Count:
    case ValueKind::Id:
    case ValueKind::Scaled:
    case ValueKind::Event:
    case ValueKind::Numbers:
      break;
  }
  return DataKind::Count;
}

DataCell number_cell(const ColumnHead& column, std::int64_t number) {
  switch (pane_kind(column.kind)) {
    case DataKind::Time:
    case DataKind::Bar:
      return time_cell(number);
    case DataKind::Bytes:
      return bytes_cell(number);
    default:
      return count_cell(static_cast<std::uint64_t>(number));
  }
}

DataCell number_cell(const ColumnHead& column, double number) {
  if (column.kind == ValueKind::Scaled) return scaled_cell(number, column.options.unit);
  if (pane_kind(column.kind) == DataKind::Real) return real_cell(number);
  return number_cell(column, rounded_ns(number));
}

}  // namespace

bool is_words(ValueKind kind) {
  return pane_kind(kind) == DataKind::Text && kind != ValueKind::Figure;
}

DataRow named_row(const Snapshot& trace, CategoryKind kind, StringId name, EventId event) {
  const std::string_view text = trace.text(name);
  DataRow row;
  row.name = short_name(text);
  row.full_name = name;
  row.event = event;
  row.role = role_of(kind, classify_name(text));
  row.shade = shade_of(text);
  return row;
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
