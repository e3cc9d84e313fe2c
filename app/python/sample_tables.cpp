// The tables of counters and of allocators: a batch is a part of one of them, as the store has it.
#include <algorithm>
#include <utility>
#include <vector>

#include "app/python/dictionaries.h"
#include "app/python/event_tables.h"
#include "app/python/made_columns.h"
#include "core/view/lanes/counter_names.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

/// Samples of one counter or allocator.
struct SampleBatch {
  std::size_t of = 0;
  std::size_t begin = 0, rows = 0;

  template <typename T>
  [[nodiscard]] ArrowColumn lent(const std::shared_ptr<const Snapshot>& trace,
                                 const Column<T>& column) const {
    return viewed_column(column.span().subspan(begin, rows), trace);
  }
};

/// What the columns of a table are made from.
struct SampleSource {
  std::shared_ptr<const Snapshot> trace;
  std::vector<SampleBatch> batches;
  std::vector<NumberedTexts> texts;  // of the columns that have a text for each `of`
  MadeColumns made;
  RepeatedNumbers repeated;  // used while `made` makes a column

  void add_batches(std::size_t of, std::size_t samples) {
    for (std::size_t begin = 0; begin < samples; begin += kMostBatchRows)
      batches.push_back({of, begin, std::min<std::size_t>(kMostBatchRows, samples - begin)});
  }
  [[nodiscard]] ArrowColumn text_column(const SampleBatch& batch, std::size_t number) {
    const NumberedTexts& all = texts[number];
    return repeated.column(all.format, all.number[batch.of], static_cast<std::int64_t>(batch.rows));
  }
};

ArrowColumn counter_column(SampleSource& source, const SampleBatch& batch, std::size_t field) {
  const CounterTrack& counter = *source.trace->counters[batch.of];
  if (field == 0) return batch.lent(source.trace, counter.time_ns);
  if (field == 1) return batch.lent(source.trace, counter.value);
  return source.text_column(batch, field - 2);
}

/// Without totals, those of the reserved memory are unknown.
ArrowColumn reserved_column(const SampleSource& source, const SampleBatch& batch,
                            const MemoryTrack& memory) {
  ArrowColumn column = batch.lent(source.trace, memory.reserved);
  if (memory.has_totals) return column;
  column.nulls = column.length;
  column.buffers[0] = zero_buffer((batch.rows + 7) / 8);
  return column;
}

ArrowColumn allocation_column(SampleSource& source, const SampleBatch& batch, std::size_t field) {
  const MemoryTrack& memory = *source.trace->memory[batch.of];
  switch (field) {
    case 0:
      return batch.lent(source.trace, memory.event);
    case 1:
      return batch.lent(source.trace, memory.time_ns);
    case 2:
      return source.text_column(batch, 0);
    case 3:
      return batch.lent(source.trace, memory.bytes);
    case 4:
      return batch.lent(source.trace, memory.address);
    case 5:
      return batch.lent(source.trace, memory.allocated);
    default:
      return reserved_column(source, batch, memory);
  }
}

/// A text of each counter.
NumberedTexts counter_texts(const Snapshot& trace, StringId CounterTrack::*member) {
  std::vector<std::string> texts;
  for (const auto& counter : trace.counters) texts.emplace_back(trace.text(*counter.*member));
  return number_texts(texts);
}

/// Those of the trace's allocators.
NumberedTexts device_names(const Snapshot& trace) {
  std::vector<std::string> names;
  for (const auto& memory : trace.memory)
    names.push_back(memory_device_name(memory->device_type, memory->device_id));
  return number_texts(names);
}

/// The field of a text of each `of`.
ArrowField text_field(const char* name, const NumberedTexts& texts) {
  return {name, texts.format, false, {}, texts.dictionary};
}

using ColumnOf = ArrowColumn(SampleSource&, const SampleBatch&, std::size_t field);

/// The table, but for its fields.
std::shared_ptr<ArrowTable> table_of_batches(std::shared_ptr<SampleSource> source,
                                             ColumnOf* column_of) {
  auto table = std::make_shared<ArrowTable>();
  for (const SampleBatch& batch : source->batches)
    table->batch_rows.push_back(static_cast<std::int64_t>(batch.rows));
  table->column = [source = std::move(source), column_of](std::size_t batch, std::size_t field) {
    return source->made.column(batch, field,
                               [&] { return column_of(*source, source->batches[batch], field); });
  };
  return table;
}

}  // namespace

std::shared_ptr<const ArrowTable> counter_table(std::shared_ptr<const Snapshot> trace) {
  const auto source = std::make_shared<SampleSource>();
  for (std::size_t i = 0; i < trace->counters.size(); ++i)
    source->add_batches(i, trace->counters[i]->time_ns.size());
  for (const auto member : {&CounterTrack::name, &CounterTrack::series, &CounterTrack::process})
    source->texts.push_back(counter_texts(*trace, member));
  source->trace = std::move(trace);
  auto table = table_of_batches(source, &counter_column);
  table->fields = {{"ts_ns", arrow::kInt64},
                   {"value", arrow::kReal},
                   text_field("name", source->texts[0]),
                   text_field("series", source->texts[1]),
                   text_field("process", source->texts[2])};
  return table;
}

std::shared_ptr<const ArrowTable> allocation_table(std::shared_ptr<const Snapshot> trace) {
  const auto source = std::make_shared<SampleSource>();
  for (std::size_t i = 0; i < trace->memory.size(); ++i)
    source->add_batches(i, trace->memory[i]->time_ns.size());
  source->texts.push_back(device_names(*trace));
  source->trace = std::move(trace);
  auto table = table_of_batches(source, &allocation_column);
  table->fields = {{"event_id", arrow::kUint32},
                   {"ts_ns", arrow::kInt64},
                   text_field("device", source->texts[0]),
                   {"change_bytes", arrow::kInt64},
                   {"address", arrow::kInt64},
                   {"allocated_bytes", arrow::kInt64},
                   {"reserved_bytes", arrow::kInt64, true}};
  return table;
}

}  // namespace lanescope
