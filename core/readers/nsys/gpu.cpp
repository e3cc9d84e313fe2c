#include "core/readers/nsys/gpu.h"

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

/// What tells GPU work apart and joins it with its launch.
void need_keys(NsysEvents& events) {
  for (const int column : {kDevice, kStream, kCorrelation}) events.need(column);
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
  need_keys(events);
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
  need_keys(events);
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
  need_keys(events);
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

}  // namespace

void read_gpu_work(const NsysContext& context) {
  read_kernels(context);
  read_copies(context);
  read_fills(context);
  read_graphs(context);
  read_syncs(context);
  read_cuda_events(context);
}

}  // namespace lanescope
