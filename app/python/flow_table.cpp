// The table of flow events: the ends of arrows between events. A batch is a part of the store's
// table.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/python/dictionaries.h"
#include "app/python/event_tables.h"
#include "app/python/made_columns.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

enum class FlowField : std::uint8_t { Id, Time, Phase, Category, Name, Event };

struct FlowBatch {
  std::size_t begin = 0, rows = 0;
};

/// What the columns are made from.
struct FlowSource {
  std::shared_ptr<const Snapshot> trace;
  std::vector<FlowBatch> batches;
  NumberedTexts phases;
  NumberedTexts categories, names;  // of the kinds
  MadeColumns made;

  template <typename T>
  [[nodiscard]] std::span<const T> rows(const FlowBatch& batch, const Column<T>& column) const {
    return column.span().subspan(batch.begin, batch.rows);
  }
  template <typename T>
  [[nodiscard]] ArrowColumn lent(const FlowBatch& batch, const Column<T>& column) const {
    return viewed_column(rows(batch, column), trace);
  }
};

/// Of each row, the text of its kind.
ArrowColumn kind_texts(const FlowSource& source, const FlowBatch& batch,
                       const NumberedTexts& texts) {
  return with_index_type(texts.format, [&]<typename Number>(Number) {
    std::vector<Number> numbers;
    numbers.reserve(batch.rows);
    for (const std::uint16_t kind : source.rows(batch, source.trace->flows->kind))
      numbers.push_back(static_cast<Number>(texts.number[kind]));
    return own_column(std::move(numbers));
  });
}

/// A kind without a category is null.
ArrowColumn category_column(const FlowSource& source, const FlowBatch& batch) {
  const FlowTable& flows = *source.trace->flows;
  ArrowColumn column = kind_texts(source, batch, source.categories);
  ArrowValidity valid(batch.rows);
  const std::span<const std::uint16_t> kinds = source.rows(batch, flows.kind);
  for (std::size_t row = 0; row < kinds.size(); ++row) {
    if (!flows.kinds[kinds[row]].has_category) valid.set_null(row);
  }
  column.nulls = valid.nulls();
  column.buffers[0] = valid.buffer();
  return column;
}

ArrowColumn column_of(const FlowSource& source, const FlowBatch& batch, FlowField field) {
  const FlowTable& flows = *source.trace->flows;
  switch (field) {
    case FlowField::Id:
      return source.lent(batch, flows.id);
    case FlowField::Time:
      return source.lent(batch, flows.time_ns);
    case FlowField::Phase:
      return source.lent(batch, flows.phase);
    case FlowField::Category:
      return category_column(source, batch);
    case FlowField::Name:
      return kind_texts(source, batch, source.names);
    case FlowField::Event:
      break;
  }
  return with_null(source.lent(batch, flows.slice), EventId::None);
}

/// In the order of FlowPhase, whose numbers are those of the column.
NumberedTexts phase_names() {
  static_assert(sizeof(FlowPhase) == sizeof(std::int8_t));
  NumberedTexts names = number_texts(std::array<std::string, 3>{"start", "step", "end"});
  LANESCOPE_CHECK(names.format == arrow::kInt8, "phases are as wide as the store has them");
  return names;
}

NumberedTexts kind_names(const Snapshot& trace, StringId FlowKind::*member) {
  std::vector<std::string> texts;
  for (const FlowKind& kind : trace.flows->kinds) texts.emplace_back(trace.text(kind.*member));
  return number_texts(texts);
}

}  // namespace

std::shared_ptr<const ArrowTable> flow_table(std::shared_ptr<const Snapshot> trace) {
  const auto source = std::make_shared<FlowSource>();
  const std::size_t flows = trace->flows->size();
  for (std::size_t begin = 0; begin < flows; begin += kMostBatchRows)
    source->batches.push_back({begin, std::min<std::size_t>(kMostBatchRows, flows - begin)});
  source->phases = phase_names();
  source->categories = kind_names(*trace, &FlowKind::category);
  source->names = kind_names(*trace, &FlowKind::name);
  source->trace = std::move(trace);
  auto table = std::make_shared<ArrowTable>();
  table->fields = {{"id", arrow::kUint64},
                   {"ts_ns", arrow::kInt64},
                   {"phase", arrow::kInt8, false, {}, source->phases.dictionary},
                   {"cat", source->categories.format, true, {}, source->categories.dictionary},
                   {"name", source->names.format, false, {}, source->names.dictionary},
                   {"event_id", arrow::kUint32, true}};
  for (const FlowBatch& batch : source->batches)
    table->batch_rows.push_back(static_cast<std::int64_t>(batch.rows));
  table->column = [source](std::size_t batch, std::size_t field) {
    return source->made.column(batch, field, [&] {
      return column_of(*source, source->batches[batch], static_cast<FlowField>(field));
    });
  };
  return table;
}

}  // namespace lanescope
