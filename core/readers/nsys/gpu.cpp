#include "core/readers/nsys/gpu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "core/readers/nsys/names.h"
#include "core/readers/nsys/origins/gpu_ranges.h"

namespace lanescope {
namespace {

/// Columns that all activities begin with.
struct Activity {
  NsysProcess process{};
  std::int64_t device = 0, stream = 0;
  std::uint32_t correlation = 0;
};
enum ActivityColumn : int { kPid, kDevice, kContext, kStream, kCorrelation, kOwn };

Activity activity_of(const NsysContext& context, SqliteRows& rows) {
  Activity activity;
  activity.process = context.processes.of(rows.integer(kPid));
  activity.device = rows.integer_or(kDevice, 0);
  activity.stream = rows.integer_or(kStream, -1);
  activity.correlation = context.correlation(activity.process, rows.integer(kCorrelation));
  return activity;
}

/// GPU work on a stream.
void add_work(const NsysContext& context, NsysEvents& events, const TimeRange& range,
              std::string_view category, LocalId name) {
  const Activity activity = activity_of(context, events.rows());
  RowSink::Slice slice;
  slice.track = context.processes.stream_track(activity.process, activity.device, activity.stream,
                                               TrackRole::Gpu);
  slice.category = context.sink.category(category);
  slice.name = name;
  slice.begin_ns = range.begin_ns;
  slice.end_ns = range.end_ns;
  slice.place = events.place();
  slice.correlation = activity.correlation;
  slice.links = true;
  context.sink.slice(slice);
  context.launched.work(activity.correlation);
  context.gpu_ranges.note_work({activity.process, activity.device, activity.stream},
                               activity.correlation, range);
}

void read_kernels(const NsysContext& context) {
  NsysNames names(context.strings);
  NsysEvents events(context, NsysTable::Kernel,
                    {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start",
                     "end", "demangledName", "mangledName", "shortName"});
  while (events.next()) {
    const auto range = events.range(kOwn, kOwn + 1);
    if (!range) continue;
    std::int64_t name = 0;
    for (int column = kOwn + 2; column < kOwn + 5; ++column) {
      const auto id = events.rows().integer(column);
      if (!id) continue;
      if (name == 0) name = *id;  // to be missed by, if no text is there
      if (context.strings.text(*id).empty()) continue;
      name = *id;
      break;
    }
    add_work(context, events, *range, "kernel", names.name(name, context.sink));
  }
}

void read_copies(const NsysContext& context) {
  NsysEvents events(context, NsysTable::Memcpy,
                    {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start",
                     "end", "copyKind", "srcKind", "dstKind"});
  while (events.next()) {
    const auto range = events.range(kOwn, kOwn + 1);
    if (!range) continue;
    SqliteRows& rows = events.rows();
    const std::string name =
        nsys_copy_name(rows.integer(kOwn + 2), rows.integer(kOwn + 3), rows.integer(kOwn + 4));
    add_work(context, events, *range, "gpu_memcpy", context.sink.text(name));
  }
}

void read_fills(const NsysContext& context) {
  NsysEvents events(context, NsysTable::Memset,
                    {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start",
                     "end", "memKind"});
  while (events.next()) {
    const auto range = events.range(kOwn, kOwn + 1);
    if (!range) continue;
    add_work(context, events, *range, "gpu_memset",
             context.sink.text(nsys_fill_name(events.rows().integer(kOwn + 2))));
  }
}

/// Whole graphs: their kernels are not in the export.
void read_graphs(const NsysContext& context) {
  NsysEvents events(context, NsysTable::Graph,
                    {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start",
                     "end", "graphId", "graphExecId"});
  std::uint64_t graphs = 0;
  while (events.next()) {
    const auto range = events.range(kOwn, kOwn + 1);
    if (!range) continue;
    SqliteRows& rows = events.rows();
    const std::int64_t graph = rows.integer_or(kOwn + 2, rows.integer_or(kOwn + 3, 0));
    add_work(context, events, *range, "kernel",
             context.sink.text(fmt::format("CUDA graph {}", graph)));
    ++graphs;
  }
  if (graphs != 0)
    context.sink.issue(Issue::GraphsWhole, 0, "record with --cuda-graph-trace=node", graphs);
}

/// Synchronizations and CUDA events of a stream, which are no work.
void add_sync(const NsysContext& context, NsysEvents& events, const TimeRange& range,
              std::string_view category, std::string_view name) {
  const Activity activity = activity_of(context, events.rows());
  const std::int64_t device = context.processes.device_of(
      activity.process, events.rows().integer_or(kContext, -1), activity.device);
  RowSink::Slice slice;
  slice.track =
      context.processes.stream_track(activity.process, device, activity.stream, TrackRole::GpuSync);
  slice.category = context.sink.category(category);
  slice.name = context.sink.text(name);
  slice.begin_ns = range.begin_ns;
  slice.end_ns = range.end_ns;
  slice.place = events.place();
  slice.correlation = activity.correlation;
  context.sink.slice(slice);
}

void read_syncs(const NsysContext& context) {
  NsysEvents events(context, NsysTable::Sync,
                    {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "start",
                     "end", "syncType"});
  while (events.next()) {
    const auto range = events.range(kOwn, kOwn + 1);
    if (!range) continue;
    add_sync(context, events, *range, "cuda_sync", nsys_sync_name(events.rows().integer(kOwn + 2)));
  }
}

/// Those without a time, of older versions, say only which event a wait is for.
void read_cuda_events(const NsysContext& context) {
  NsysEvents events(
      context, NsysTable::CudaEvent,
      {"globalPid", "deviceId", "contextId", "streamId", "correlationId", "timestamp"});
  std::uint64_t untimed = 0;
  while (events.next()) {
    const Ns time_ns = events.rows().integer_or(kOwn, 0);
    if (time_ns == 0) {
      ++untimed;
      continue;
    }
    add_sync(context, events, {time_ns, saturating_add(time_ns, 1)}, "cuda_event", "cudaEvent");
  }
  if (untimed != 0) context.sink.issue(Issue::UntimedEvents, 0, "cudaEvent", untimed);
}

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
  std::int64_t device = 0;
  double bytes = 0;  // negative: freed
};

std::vector<Allocation> allocations(const NsysContext& context) {
  std::vector<Allocation> all;
  NsysEvents events(context, NsysTable::MemoryUsage,
                    {"globalPid", "deviceId", "start", "bytes", "memoryOperationType"});
  while (events.next()) {
    SqliteRows& rows = events.rows();
    const auto time_ns = events.time(2);
    if (!time_ns) continue;
    const auto bytes = static_cast<double>(rows.integer_or(3, 0));
    const bool freed = rows.integer_or(4, 0) == 1;
    all.push_back({*time_ns, rows.row_id(), context.processes.of(rows.integer(0)),
                   rows.integer_or(1, 0), freed ? -bytes : bytes});
  }
  return all;
}

/// What was allocated before the recording is unknown.
void read_memory(const NsysContext& context) {
  std::vector<Allocation> all = allocations(context);
  std::ranges::sort(all, {}, [](const Allocation& a) { return std::pair(a.time_ns, a.row_id); });
  std::map<LocalId, double> held;
  for (const Allocation& one : all) {
    const LocalId process = context.processes.gpu_process(one.process, one.device);
    double& bytes = held[process];
    bytes = std::max(0.0, bytes + one.bytes);
    context.sink.counter(process, context.sink.text("Memory allocated from CUDA (bytes)"),
                         one.time_ns, bytes);
  }
}

}  // namespace

void read_gpu_work(const NsysContext& context) {
  read_kernels(context);
  read_copies(context);
  read_fills(context);
  read_graphs(context);
  read_syncs(context);
  read_cuda_events(context);
}

void read_gpu_curves(const NsysContext& context) {
  read_metrics(context);
  read_memory(context);
}

}  // namespace lanescope
