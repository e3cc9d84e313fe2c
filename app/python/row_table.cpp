#include "app/python/row_table.h"

#include <array>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

namespace lanescope {
namespace {

/// The same value as in JSON.
class CellReader {
 public:
  CellReader(const Snapshot& trace, const ColumnHead& head) : trace_(trace), head_(head) {}

  [[nodiscard]] std::optional<std::int64_t> whole(const CellValue& cell) const {
    if (const auto* value = std::get_if<std::int64_t>(&cell))
      return head_.kind == ValueKind::Moment ? JsonTimes(trace_)(*value) : *value;
    if (const auto* value = std::get_if<std::uint64_t>(&cell))
      return static_cast<std::int64_t>(*value);
    if (const auto* value = std::get_if<double>(&cell)) return std::llround(*value);
    return std::nullopt;
  }

  [[nodiscard]] std::optional<double> real(const CellValue& cell) const {
    if (const auto* value = std::get_if<double>(&cell)) return *value;
    if (const auto* share = std::get_if<ShareOf>(&cell)) {
      return share->whole > 0 ? std::optional(100 * share->part / share->whole) : std::nullopt;
    }
    const auto number = whole(cell);
    return number ? std::optional(static_cast<double>(*number)) : std::nullopt;
  }

  [[nodiscard]] std::optional<std::uint32_t> event(const CellValue& cell) const {
    const auto* value = std::get_if<EventId>(&cell);
    if (value == nullptr || *value == EventId::None) return std::nullopt;
    return index_of(*value);
  }

  [[nodiscard]] std::optional<std::string> text(const CellValue& cell) const {
    std::optional<std::string> text;
    if (const auto* name = std::get_if<StringId>(&cell)) {
      text = std::string(trace_.text(*name));
    } else if (const auto* words = std::get_if<std::string>(&cell)) {
      text = *words;
    } else if (const auto* marked = std::get_if<MarkedName>(&cell)) {
      text = marked->name;
    }
    return text && text->empty() && head_.kind == ValueKind::NameOrNone ? std::nullopt : text;
  }

  [[nodiscard]] std::optional<Lines> texts(const CellValue& cell) const {
    if (const auto* lines = std::get_if<Lines>(&cell)) return *lines;
    const auto* names = std::get_if<std::vector<StringId>>(&cell);
    if (names == nullptr) return std::nullopt;
    Lines lines;
    for (const StringId name : *names) lines.emplace_back(trace_.text(name));
    return lines;
  }

 private:
  const Snapshot& trace_;
  const ColumnHead& head_;
};

template <typename T, typename Read>
ArrowColumn number_column(const std::vector<CellValue>& cells, const Read& read) {
  std::vector<T> values;
  ArrowValidity valid(cells.size());
  for (const CellValue& cell : cells) {
    const auto value = read(cell);
    if (!value) valid.set_null(values.size());
    values.push_back(value.value_or(T{}));
  }
  return {static_cast<std::int64_t>(cells.size()),
          valid.nulls(),
          {valid.buffer(), own_buffer(std::move(values))},
          {}};
}

ArrowColumn flag_column(const std::vector<CellValue>& cells) {
  ArrowValidity valid(cells.size());
  std::vector<std::uint8_t> bits((cells.size() + 7) / 8);
  for (std::size_t row = 0; row < cells.size(); ++row) {
    const bool* flag = std::get_if<bool>(&cells[row]);
    if (flag == nullptr) valid.set_null(row);
    if (flag != nullptr && *flag) bits[row / 8] |= static_cast<std::uint8_t>(1U << (row % 8));
  }
  return {static_cast<std::int64_t>(cells.size()),
          valid.nulls(),
          {valid.buffer(), own_buffer(std::move(bits))},
          {}};
}

ArrowColumn optional_texts(const std::vector<std::optional<std::string>>& texts) {
  ArrowValidity valid(texts.size());
  std::vector<std::string_view> views;
  for (const auto& text : texts) {
    if (!text) valid.set_null(views.size());
    views.push_back(text ? std::string_view(*text) : std::string_view());
  }
  ArrowColumn column = text_column(views);
  column.nulls = valid.nulls();
  column.buffers[0] = valid.buffer();
  return column;
}

ArrowColumn list_column(const std::vector<std::optional<Lines>>& lists) {
  ArrowValidity valid(lists.size());
  std::vector<std::int32_t> ends{0};
  std::vector<std::string_view> all;
  for (const auto& list : lists) {
    if (!list) valid.set_null(ends.size() - 1);
    if (list) all.insert(all.end(), list->begin(), list->end());
    ends.push_back(static_cast<std::int32_t>(all.size()));
  }
  return {static_cast<std::int64_t>(lists.size()),
          valid.nulls(),
          {valid.buffer(), own_buffer(std::move(ends))},
          {text_column(all)}};
}

const char* format_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Flag:
      return arrow::kBool;
    case ValueKind::Count:
    case ValueKind::Id:
    case ValueKind::Time:
    case ValueKind::Moment:
    case ValueKind::Bytes:
      return arrow::kInt64;
    case ValueKind::Share:
    case ValueKind::Real:
    case ValueKind::Rate:
    case ValueKind::Scaled:
      return arrow::kReal;
    case ValueKind::Event:
      return arrow::kUint32;
    case ValueKind::Names:
      return arrow::kList;
    default:
      return arrow::kText;
  }
}

ArrowColumn column_of(const Snapshot& trace, const DescribedCells& cells,
                      const std::string& format) {
  const CellReader read(trace, cells.head);
  const auto each = [&](const auto& get) {
    std::vector<decltype(get(cells.cells.front()))> values;
    for (const CellValue& cell : cells.cells) values.push_back(get(cell));
    return values;
  };
  if (format == arrow::kBool) return flag_column(cells.cells);
  if (format == arrow::kInt64)
    return number_column<std::int64_t>(cells.cells,
                                       [&](const CellValue& v) { return read.whole(v); });
  if (format == arrow::kReal)
    return number_column<double>(cells.cells, [&](const CellValue& v) { return read.real(v); });
  if (format == arrow::kUint32)
    return number_column<std::uint32_t>(cells.cells,
                                        [&](const CellValue& v) { return read.event(v); });
  if (format == arrow::kList)
    return list_column(each([&](const CellValue& v) { return read.texts(v); }));
  return optional_texts(each([&](const CellValue& v) { return read.text(v); }));
}

}  // namespace

std::string column_name(std::string_view key) {
  constexpr std::array<std::string_view, 2> kUnits = {"_ns", "_bytes"};
  const std::size_t slash = key.find('/');
  if (slash == std::string_view::npos) return std::string(key);
  const std::string_view group = key.substr(0, slash), member = key.substr(slash + 1);
  for (const std::string_view unit : kUnits) {
    if (group.ends_with(unit)) return std::string(member) + std::string(unit);
  }
  return std::string(group) + "_" + std::string(member);
}

std::shared_ptr<const ArrowTable> described_table(const Snapshot& trace,
                                                  const std::vector<DescribedCells>& columns) {
  auto table = std::make_shared<ArrowTable>();
  std::vector<ArrowColumn> made;
  for (const DescribedCells& cells : columns) {
    const std::string format = format_of(cells.head.kind);
    ArrowField field{column_name(cells.head.title.json), format, true, {}, {}};
    if (format == arrow::kList) field.children.push_back({"item", arrow::kText, false, {}, {}});
    table->fields.push_back(std::move(field));
    made.push_back(column_of(trace, cells, format));
  }
  table->batch_rows.push_back(made.empty() ? 0 : made.front().length);
  table->column = [made = std::move(made)](std::size_t, std::size_t field) { return made[field]; };
  return table;
}

}  // namespace lanescope
