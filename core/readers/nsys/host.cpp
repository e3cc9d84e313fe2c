#include "core/readers/nsys/host.h"

#include "core/readers/nsys/names.h"
#include "core/readers/nsys/origins/gpu_ranges.h"

namespace lanescope {
namespace {

RowSink::Slice slice_of(const NsysEvents& events, const TimeRange& range, LocalId track,
                        std::uint16_t category, LocalId name) {
  RowSink::Slice slice;
  slice.track = track;
  slice.category = category;
  slice.name = name;
  slice.begin_ns = range.begin_ns;
  slice.end_ns = range.end_ns;
  slice.place = events.place();
  return slice;
}

void read_cuda_calls(const NsysContext& context) {
  constexpr std::int64_t kDriver = 1;
  NsysNames names(context.strings, call_name);
  NsysEvents events(context, NsysTable::Runtime,
                    {"start", "end", "globalTid", "correlationId", "nameId", "eventClass"});
  for (const int column : {2, 3, 4}) events.need(column);
  while (events.next()) {
    const auto range = events.range(0, 1);
    if (!range) continue;
    SqliteRows& rows = events.rows();
    const std::int64_t thread = rows.integer_or(2, 0);
    const bool driver = rows.integer_or(5, 0) == kDriver;
    RowSink::Slice slice =
        slice_of(events, *range, context.processes.thread_track(thread, TrackRole::Host),
                 context.sink.category(driver ? "cuda_driver" : "cuda_runtime"),
                 names.name(rows.integer_or(4, 0), context.sink));
    slice.correlation = context.correlation(process_of(thread), rows.integer(3));
    context.sink.slice(slice);
    context.launched.call(slice.correlation);
    context.gpu_ranges.note_call(thread, range->begin_ns, slice.correlation);
  }
}

/// Of the operating system and of libraries. MPI's names are in the column of NVTX's.
void read_calls(const NsysContext& context, NsysTable table, std::string_view category) {
  NsysNames names(context.strings);
  NsysEvents events(context, table, {"start", "end", "globalTid", "nameId", "textId"});
  while (events.next()) {
    const auto range = events.range(0, 1);
    if (!range) continue;
    SqliteRows& rows = events.rows();
    const LocalId track = context.processes.thread_track(rows.integer_or(2, 0), TrackRole::Host);
    const std::int64_t name = rows.integer_or(3, rows.integer_or(4, 0));
    context.sink.slice(slice_of(events, *range, track, context.sink.category(category),
                                names.name(name, context.sink)));
  }
}

void add_overhead(const NsysContext& context, const NsysEvents& events, const TimeRange& range,
                  std::int64_t thread, LocalId name) {
  context.sink.slice(slice_of(events, range, context.processes.profiler_track(process_of(thread)),
                              context.sink.category("overhead"), name));
}

}  // namespace

void read_host_calls(const NsysContext& context) {
  read_cuda_calls(context);
  read_calls(context, NsysTable::Osrt, "osrt");
  read_calls(context, NsysTable::Cublas, "cublas");
  read_calls(context, NsysTable::Cudnn, "cudnn");
  read_calls(context, NsysTable::MpiPointToPoint, "mpi");
  read_calls(context, NsysTable::MpiCollective, "mpi");
  read_calls(context, NsysTable::MpiOther, "mpi");
}

void read_overheads(const NsysContext& context) {
  NsysNames names(context.strings);
  for (const NsysTable table : {NsysTable::CudaOverhead, NsysTable::Overhead}) {
    NsysEvents events(context, table, {"start", "end", "globalTid", "nameId", "overheadType"});
    while (events.next()) {
      const auto range = events.range(0, 1);
      if (!range) continue;
      SqliteRows& rows = events.rows();
      const std::int64_t name = rows.integer_or(3, 0);
      const auto type = rows.integer(4);
      // Of CUDA's, the type says what it is and the name where it was.
      const bool named = table == NsysTable::Overhead || !type;
      add_overhead(
          context, events, *range, rows.integer_or(2, 0),
          named ? names.name(name, context.sink) : context.sink.text(nsys_overhead_name(type)));
    }
  }
}

}  // namespace lanescope
