#include "core/readers/rocprofv3/rows.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/readers/rocm/names.h"

namespace lanescope {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

Rocprofv3Rows::Take Rocprofv3Rows::taker_of(std::string_view list) {
  struct Taker {
    std::string_view list;
    Take take;
  };
  static constexpr std::array kTakers = {
      Taker{"kernel_dispatch", &Rocprofv3Rows::kernel},
      Taker{"memory_copy", &Rocprofv3Rows::copy},
      Taker{"memory_allocation", &Rocprofv3Rows::allocation},
      Taker{"scratch_memory", &Rocprofv3Rows::scratch},
      Taker{"hip_api", &Rocprofv3Rows::call},
      Taker{"hsa_api", &Rocprofv3Rows::call},
      Taker{"rccl_api", &Rocprofv3Rows::call},
      Taker{"rocdecode_api", &Rocprofv3Rows::call},
      Taker{"rocjpeg_api", &Rocprofv3Rows::call},
      Taker{"marker_api", &Rocprofv3Rows::marker},
      Taker{"counter_collection", &Rocprofv3Rows::counters},
  };
  const auto* const found = std::ranges::find(kTakers, list, &Taker::list);
  return found == kTakers.end() ? nullptr : found->take;
}

std::int64_t Rocprofv3Rows::device_of(std::optional<std::uint64_t> agent) const {
  const Rocprofv3Definitions::Agent* own = definitions_->agent(agent.value_or(0));
  return own != nullptr && own->is_gpu ? own->number : HeldMemory::kHost;
}

LocalId Rocprofv3Rows::lane_of(const Rocprofv3Record& record, std::int64_t device) {
  const auto number = [](std::uint64_t handle) { return static_cast<std::int64_t>(handle); };
  if (record.stream)
    return process_->work(device, RocmProcess::Order::Stream, number(*record.stream));
  return process_->work(device, RocmProcess::Order::Queue, number(record.queue.value_or(0)));
}

LocalId Rocprofv3Rows::kernel_name(std::uint64_t kernel) {
  const auto [at, fresh] = kernel_names_.try_emplace(kernel, 0);
  if (fresh) at->second = trace_->sink().text(definitions_->kernel_name(kernel));
  return at->second;
}

const Rocprofv3Rows::Operation& Rocprofv3Rows::operation(const Rocprofv3Record& record) {
  const auto [at, fresh] = operations_.try_emplace(record.kind << 32U ^ record.operation);
  if (fresh) {
    const std::string name = definitions_->operation_name(record.kind, record.operation);
    at->second = {trace_->sink().text(name), rocm_call_category(name)};
  }
  return at->second;
}

void Rocprofv3Rows::kernel(const Rocprofv3Record& record, Place place) {
  const LocalId lane = lane_of(record, device_of(record.agent));
  const LocalId name = kernel_name(record.kernel.value_or(0));
  trace_->work(*process_, {lane, "kernel", name, *record.times(), place}, record.internal);
}

void Rocprofv3Rows::copy(const Rocprofv3Record& record, Place place) {
  // To the GPU that takes part; between two, as in torch.profiler traces, to the one that sends.
  std::int64_t device = device_of(record.from_agent);
  if (device == HeldMemory::kHost) device = device_of(record.to_agent);
  const std::string name =
      rocm_copy_name(definitions_->operation_name(record.kind, record.operation));
  trace_->work(
      *process_,
      {lane_of(record, device), "gpu_memcpy", trace_->sink().text(name), *record.times(), place},
      record.internal);
}

void Rocprofv3Rows::call(const Rocprofv3Record& record, Place place) {
  const Operation& own = operation(record);
  trace_->call(*process_,
               {process_->thread(record.thread), own.category, own.name, *record.times(), place},
               record.internal);
}

void Rocprofv3Rows::marker(const Rocprofv3Record& record, Place place) {
  const std::string operation = definitions_->operation_name(record.kind, record.operation);
  const std::string_view own = definitions_->marker(record.internal);
  const std::string_view text = own.empty() ? std::string_view(operation) : own;
  RocmTrace::Row row{process_->thread(record.thread), "user_annotation", 0, *record.times(), place};
  const bool crosses_threads =
      contains(operation, "RangeStart") || contains(operation, "ProcessRange");
  const bool is_mark = contains(operation, "Mark") || row.times.begin_ns == row.times.end_ns;
  if (!crosses_threads && !is_mark) return trace_->range(*process_, row, parse_range_text(text));
  row.name = trace_->sink().text(text);
  crosses_threads ? trace_->process_span(*process_, row) : trace_->mark(row);
}

void Rocprofv3Rows::allocation(const Rocprofv3Record& record, Place /*place*/) {
  HeldMemory::Change change;
  change.time_ns = record.times()->end_ns;
  change.block.device = device_of(record.agent);
  change.block.address = record.address.value_or(0);
  change.block.bytes = record.bytes.value_or(0);
  change.block.is_release =
      contains(definitions_->operation_name(record.kind, record.operation), "FREE");
  memory_.add(change);
}

void Rocprofv3Rows::scratch(const Rocprofv3Record& record, Place place) {
  trace_->span({process_->thread(record.thread), "scratch_memory", operation(record).name,
                *record.times(), place});
}

void Rocprofv3Rows::counters(const Rocprofv3Record& record, Place /*place*/) {
  const LocalId gpu = process_->gpu(device_of(record.agent));
  for (const auto& [counter, value] : record.counters) {
    trace_->sink().counter(gpu, trace_->sink().text(definitions_->counter_name(counter)),
                           record.times()->begin_ns, value);
  }
}

void Rocprofv3Rows::finish() {
  memory_.write(*process_, trace_->sink());
}

}  // namespace lanescope
