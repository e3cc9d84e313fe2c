// The tables of counters and of allocators: a batch is one of them, as the store has it.
#include <algorithm>
#include <utility>
#include <vector>

#include "app/python/dictionaries.h"
#include "app/python/event_tables.h"
#include "core/view/lanes/counter_names.h"
#include "core/view/text/lane_names.h"

namespace lanescope {
namespace {

/// The same number in each row.
ArrowColumn constant_column(std::size_t rows, std::int32_t value) {
  return own_column(std::vector<std::int32_t>(rows, value));
}

ArrowColumn counter_column(const std::shared_ptr<const Snapshot>& trace,
                           const CounterTrack& counter, std::size_t field) {
  const std::size_t rows = counter.time_ns.size();
  const auto text = [&](StringId id) {
    return constant_column(rows, static_cast<std::int32_t>(index_of(id)));
  };
  switch (field) {
    case 0:
      return viewed_column(counter.time_ns.span(), trace);
    case 1:
      return viewed_column(counter.value.span(), trace);
    case 2:
      return text(counter.name);
    case 3:
      return text(counter.series);
    default:
      return text(counter.process);
  }
}

/// Without totals, those of the reserved memory are unknown.
ArrowColumn reserved_column(const std::shared_ptr<const Snapshot>& trace,
                            const MemoryTrack& memory) {
  ArrowColumn column = viewed_column(memory.reserved.span(), trace);
  if (memory.has_totals) return column;
  ArrowValidity valid(memory.reserved.size());
  for (std::size_t row = 0; row < memory.reserved.size(); ++row) valid.set_null(row);
  column.nulls = valid.nulls();
  column.buffers[0] = valid.buffer();
  return column;
}

ArrowColumn allocation_column(const std::shared_ptr<const Snapshot>& trace,
                              const NumberedTexts& devices, std::size_t number, std::size_t field) {
  const MemoryTrack& memory = *trace->memory[number];
  switch (field) {
    case 0:
      return viewed_column(memory.event.span(), trace);
    case 1:
      return viewed_column(memory.time_ns.span(), trace);
    case 2:
      return constant_column(memory.time_ns.size(), devices.number[number]);
    case 3:
      return viewed_column(memory.bytes.span(), trace);
    case 4:
      return viewed_column(memory.address.span(), trace);
    case 5:
      return viewed_column(memory.allocated.span(), trace);
    default:
      return reserved_column(trace, memory);
  }
}

/// Those of the trace's allocators.
NumberedTexts device_names(const Snapshot& trace) {
  std::vector<std::string> names;
  for (const auto& memory : trace.memory)
    names.push_back(memory_device_name(memory->device_type, memory->device_id));
  return number_texts(names);
}

}  // namespace

std::shared_ptr<const ArrowTable> counter_table(std::shared_ptr<const Snapshot> trace) {
  auto table = std::make_shared<ArrowTable>();
  const auto texts = name_texts(*trace);
  table->fields = {{"ts_ns", arrow::kInt64},
                   {"value", arrow::kReal},
                   {"name", arrow::kInt32, false, {}, texts},
                   {"series", arrow::kInt32, false, {}, texts},
                   {"process", arrow::kInt32, false, {}, texts}};
  for (const auto& counter : trace->counters)
    table->batch_rows.push_back(static_cast<std::int64_t>(counter->time_ns.size()));
  table->column = [trace = std::move(trace)](std::size_t batch, std::size_t field) {
    return counter_column(trace, *trace->counters[batch], field);
  };
  return table;
}

std::shared_ptr<const ArrowTable> allocation_table(std::shared_ptr<const Snapshot> trace) {
  auto table = std::make_shared<ArrowTable>();
  NumberedTexts devices = device_names(*trace);
  table->fields = {{"event_id", arrow::kUint32},
                   {"ts_ns", arrow::kInt64},
                   {"device", arrow::kInt32, false, {}, devices.dictionary},
                   {"change_bytes", arrow::kInt64},
                   {"address", arrow::kInt64},
                   {"allocated_bytes", arrow::kInt64},
                   {"reserved_bytes", arrow::kInt64, true}};
  for (const auto& memory : trace->memory)
    table->batch_rows.push_back(static_cast<std::int64_t>(memory->time_ns.size()));
  table->column = [trace = std::move(trace), devices = std::move(devices)](std::size_t batch,
                                                                           std::size_t field) {
    return allocation_column(trace, devices, batch, field);
  };
  return table;
}

}  // namespace lanescope
