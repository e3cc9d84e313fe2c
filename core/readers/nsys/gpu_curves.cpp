// Curves of GPUs: their metrics, and what was allocated from CUDA.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/readers/nsys/gpu.h"
#include "core/readers/nsys/names.h"
#include "core/readers/rows/held_blocks.h"
#include "core/store/curve_names.h"

namespace lanescope {
namespace {

struct MetricName {
  LocalId process = 0;
  LocalId name = 0;
};

/// The lowest byte of a type is the number of its GPU.
LocalId gpu_of_metric(const NsysContext& context, std::int64_t type) {
  const std::int64_t gpu = type & 0xFF;
  const LocalId process = context.sink.number(gpu);
  context.sink.name_process(process, context.sink.text(fmt::format("GPU {}", gpu)));
  return process;
}

std::map<std::pair<std::int64_t, std::int64_t>, MetricName> metric_names(
    const NsysContext& context) {
  std::map<std::pair<std::int64_t, std::int64_t>, MetricName> names;
  SqliteRows rows(context.database, "TARGET_INFO_GPU_METRICS",
                  {"typeId", "metricId", "metricName"});
  while (rows.next()) {
    const auto type = rows.integer(0), metric = rows.integer(1);
    if (!type || !metric || rows.text(2).empty()) continue;
    names[{*type, *metric}] = {gpu_of_metric(context, *type), context.sink.text(rows.text(2))};
  }
  return names;
}

void read_metrics(const NsysContext& context) {
  auto names = metric_names(context);
  SqliteRows rows(context.database, "GPU_METRICS", {"timestamp", "typeId", "metricId", "value"});
  while (rows.next()) {
    const auto time_ns = rows.integer(0), type = rows.integer(1), metric = rows.integer(2);
    const auto value = rows.number(3);
    if (!time_ns || !type || !metric || !value || !std::isfinite(*value)) {
      context.sink.lost(Issue::UnusableCounter, 0, "GPU_METRICS");
      continue;
    }
    const auto [at, fresh] = names.try_emplace({*type, *metric});
    if (fresh)
      at->second = {gpu_of_metric(context, *type),
                    context.sink.text(fmt::format("metric {}", *metric))};
    context.sink.counter(at->second.process, at->second.name, *time_ns, *value);
  }
  if (rows.malformed() != 0)
    context.sink.issue(Issue::MalformedValue, 0, "GPU_METRICS", rows.malformed());
}

struct Allocation {
  Ns time_ns = 0;
  std::int64_t row_id = 0;
  NsysProcess process{};
  HeldBlocks::Change block;
};

std::vector<Allocation> allocations(const NsysContext& context) {
  constexpr std::int64_t kRelease = 1;
  std::vector<Allocation> all;
  NsysEvents events(
      context, NsysTable::MemoryUsage,
      {"globalPid", "deviceId", "start", "bytes", "memoryOperationType", "address", "memKind"});
  while (events.next()) {
    SqliteRows& rows = events.rows();
    const auto time_ns = events.time(2);
    if (!time_ns) continue;
    const std::int64_t device =
        is_nsys_host_memory(rows.integer(6)) ? HeldBlocks::kHost : rows.integer_or(1, 0);
    all.push_back({*time_ns,
                   rows.row_id(),
                   context.processes.of(rows.integer(0)),
                   {device, static_cast<std::uint64_t>(rows.integer_or(5, 0)),
                    rows.integer_or(3, 0), rows.integer_or(4, 0) == kRelease}});
  }
  return all;
}

void read_memory(const NsysContext& context) {
  std::vector<Allocation> all = allocations(context);
  std::ranges::sort(all, {}, [](const Allocation& a) { return std::pair(a.time_ns, a.row_id); });
  std::map<NsysProcess, HeldBlocks> blocks;
  for (const Allocation& one : all) {
    const auto held = blocks[one.process].take(one.block);
    if (!held) continue;
    const bool of_host = held->device == HeldBlocks::kHost;
    context.sink.counter(of_host ? context.processes.pid(one.process)
                                 : context.processes.gpu_process(one.process, held->device),
                         context.sink.text(of_host ? kHostMemoryCurve : kGpuMemoryCurve),
                         one.time_ns, held->bytes);
  }
}

}  // namespace

void read_gpu_curves(const NsysContext& context) {
  read_metrics(context);
  read_memory(context);
}

}  // namespace lanescope
