#include "core/readers/capture/gpu.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/capture/names.h"
#include "core/readers/rows/gpu_names.h"
#include "core/store/curve_names.h"
#include "core/store/recording_marks.h"

namespace lanescope {
namespace {

// Pseudo streams for other records that are in order among themselves.
constexpr std::uint64_t kThreads = std::uint64_t{1} << 63U, kSyncs = std::uint64_t{1} << 62U;

/// The record being decoded, and its context.
struct At {
  CaptureProcess& process;
  ChannelDecoder& channel;
  const CaptureRecord& record;
  RowSink& sink;
  std::vector<CaptureDevice>& devices;

  /// With the clock corrected.
  [[nodiscard]] TimeRange times(Ns begin_ns, Ns end_ns, std::uint64_t call = 0,
                                std::uint64_t stream = 0) const {
    const std::uint32_t number = channel.table().channel;
    if (number == 0) return process.clock.of_gpu(record.offset, {begin_ns, end_ns, call, stream});
    return {process.clock.of_thread(number, record.offset, begin_ns),
            process.clock.of_thread(number, record.offset, end_ns)};
  }
  [[nodiscard]] Ns time(Ns time_ns) const { return times(time_ns, time_ns).begin_ns; }
};

/// The columns of a slice. Compute the members in this order, because strings and calls are
/// numbered by first use.
struct Row {
  LocalId track;
  std::uint16_t category;
  LocalId name;
  TimeRange times;
  std::uint32_t correlation = 0;
};
RowSink::Slice slice_of(const At& at, const Row& row) {
  return {row.track,        row.category,      row.name,       row.times.begin_ns,
          row.times.end_ns, at.record.place(), row.correlation};
}

/// GPU work on a stream.
template <typename Record>
void work(const At& at, const Record& r, std::string_view category, LocalId name) {
  at.process.note_work(r.correlation);
  if (r.start_ns == 0 && r.end_ns == 0)
    return at.sink.lost(Issue::KernelWithoutTime, at.record.offset, category);
  const std::uint64_t stream = std::uint64_t{r.device} << 32U | r.stream;
  RowSink::Slice slice = slice_of(
      at, {at.process.stream_track(r.device, r.stream, TrackRole::Gpu, at.sink),
           at.sink.category(category), name, at.times(r.start_ns, r.end_ns, r.correlation, stream),
           at.process.correlation(r.correlation)});
  slice.links = true;
  at.sink.slice(slice);
}

void kernel(const At& at) {
  const auto r = at.record.as<wire::KernelRecord>();
  work(at, r, "kernel", at.channel.text(r.header.aux).name);
}

void copy(const At& at) {
  const auto r = at.record.as<wire::MemcpyRecord>();
  work(at, r, "gpu_memcpy", at.sink.text(memcpy_name(r)));
}

void fill(const At& at) {
  const auto r = at.record.as<wire::MemsetRecord>();
  work(at, r, "gpu_memset", at.sink.text(memset_name(r)));
}

void graph(const At& at) {
  const auto r = at.record.as<wire::GraphRecord>();
  work(at, r, "kernel", at.sink.text(fmt::format("CUDA graph {}", r.graph)));
}

void api(const At& at) {
  const auto r = at.record.as<wire::ApiRecord>();
  const bool driver =
      (r.header.aux >> 24U & 0xFU) == static_cast<std::uint32_t>(wire::ApiDomain::Driver);
  at.sink.slice(slice_of(
      at, {at.process.host_track(r.tid, at.sink),
           at.sink.category(driver ? "cuda_driver" : "cuda_runtime"), at.channel.text(r.api).name,
           at.times(r.start_ns, r.end_ns, r.correlation, kThreads | r.tid),
           at.process.correlation(r.correlation)}));
}

void sync(const At& at) {
  const auto r = at.record.as<wire::SyncRecord>();
  const auto device = at.process.device_of_context.find(r.context);
  const std::uint32_t number = device == at.process.device_of_context.end() ? 0 : device->second;
  at.sink.slice(
      slice_of(at, {at.process.stream_track(number, r.stream, TrackRole::GpuSync, at.sink),
                    at.sink.category("cuda_sync"), at.sink.text(sync_name(r.header.aux)),
                    at.times(r.start_ns, r.end_ns, r.correlation, kSyncs | r.stream),
                    at.process.correlation(r.correlation)}));
}

/// A slice on the process's capture track.
RowSink::Slice profiler_slice(const At& at, std::string_view name, const TimeRange& times) {
  return slice_of(at, {at.process.capture_track(at.sink), at.sink.category("overhead"),
                       at.sink.text(name), times});
}

void profiler(const At& at, std::string_view name, const TimeRange& times) {
  at.sink.slice(profiler_slice(at, name, times));
}

void overhead(const At& at) {
  const auto r = at.record.as<wire::OverheadRecord>();
  profiler(at, overhead_name(r.header.aux), at.times(r.start_ns, r.end_ns));
}

void jit(const At& at) {
  const auto r = at.record.as<wire::JitRecord>();
  profiler(at, jit_name(r.header.aux), at.times(r.start_ns, r.end_ns));
}

/// Memory from cudaMalloc and similar calls, as curves of each GPU and of the host.
void memory(const At& at) {
  const auto r = at.record.as<wire::MemoryRecord>();
  constexpr std::uint32_t kRelease = 2;
  const bool of_host = is_host_memory(r.header.aux >> 8U & 0xFFU);
  const auto held = at.process.held.take({of_host ? HeldBlocks::kHost : std::int64_t{r.device},
                                          r.address, static_cast<std::int64_t>(r.bytes),
                                          (r.header.aux & 0xFFU) == kRelease});
  if (!held) return;
  if (held->device == HeldBlocks::kHost)
    return at.sink.counter(at.process.pid(at.sink), at.sink.text(kHostMemoryCurve),
                           at.time(r.time_ns), held->bytes);
  at.sink.counter(at.process.gpu_process(static_cast<std::uint32_t>(held->device), at.sink),
                  at.sink.text(kGpuMemoryCurve), at.time(r.time_ns), held->bytes);
}

void cuda_event(const At& at) {
  const auto r = at.record.as<wire::CudaEventRecord>();
  if (r.time_ns == 0) return at.sink.lost(Issue::KernelWithoutTime, at.record.offset, "cudaEvent");
  RowSink::Slice slice =
      slice_of(at, {at.process.stream_track(r.device, r.stream, TrackRole::GpuSync, at.sink),
                    at.sink.category("cuda_event"), at.sink.text("cudaEvent"),
                    at.times(r.time_ns, r.time_ns), at.process.correlation(r.correlation)});
  slice.end_ns = saturating_add(slice.begin_ns, 1);
  at.sink.slice(slice);
}

void device(const At& at) {
  constexpr std::size_t kMost = 1024;
  const auto r = at.record.as<wire::DeviceRecord>();
  if (find_device(at.devices, r.id) == nullptr && at.devices.size() < kMost)
    at.devices.push_back({r, at.channel.plain(r.header.aux)});
}

void context(const At& at) {
  constexpr std::size_t kMost = 4096;
  const auto r = at.record.as<wire::ContextRecord>();
  if (at.process.device_of_context.size() < kMost)
    at.process.device_of_context[r.context] = r.device;
}

/// Records for live status only, or unused.
void pass_over(const At&) {}

void environment(const At& at) {
  const auto r = at.record.as<wire::EnvironmentRecord>();
  const LocalId process = at.process.gpu_process(r.device, at.sink);
  const auto curve = [&](std::string_view name, double value) {
    at.sink.counter(process, at.sink.text(name), at.time(r.time_ns), value);
  };
  switch (r.header.aux) {
    case 1:
      curve(kSmClockCurve, r.values[0]);
      return curve(kMemoryClockCurve, r.values[1]);
    case 2:
      return curve(kTemperatureCurve, r.values[0]);
    case 3:
      return curve(kPowerCurve, r.values[0] / 1000.0);
    default:
      return curve(kFanCurve, r.values[0]);
  }
}

std::string_view reason_text(wire::GapReason reason) {
  switch (reason) {
    case wire::GapReason::ChannelFull:
      return "the ring was full";
    case wire::GapReason::Paused:
      return "paused";
    case wire::GapReason::Conflict:
      return "another profiler took them";
    case wire::GapReason::NoChannel:
      return "more threads than channels";
    case wire::GapReason::CuptiDropped:
      return "CUPTI dropped them";
    case wire::GapReason::NoBuffer:
      return "too many buffers in use";
  }
  return "reason unknown";
}

void gap(const At& at) {
  const auto r = at.record.as<wire::GapRecord>();
  const auto reason = wire::GapReason{r.header.aux};
  const std::string_view why = reason_text(reason);
  if (reason == wire::GapReason::Paused) {
    profiler(at, kPausedMark, at.times(r.first_ns, r.last_ns));
  } else {
    const std::uint64_t records = std::max<std::uint64_t>(1, r.records);
    at.process.lost_records += records;
    at.sink.lost(Issue::RecordsDropped, at.record.offset, why, records);
    if (r.first_ns != 0)
      profiler(
          at,
          fmt::format("{} {}{}{}", records, records == 1 ? "record" : "records", kLostMark, why),
          at.times(r.first_ns, r.last_ns));
  }
  if (reason == wire::GapReason::ChannelFull && r.first_ns != 0)
    at.channel.leave_open(at.time(r.first_ns), at.sink);
}

void clock(const At& at) {
  const auto r = at.record.as<wire::ClockRecord>();
  const ClockStep* step = at.process.clock.take(r, at.record.offset);
  if (step == nullptr) return;
  LANESCOPE_CHECK(step->shift_ns != 0, "a step of the clock at {}", at.record.offset);
  const Ns ms = step->shift_ns / 1'000'000;
  const std::string_view way = ms < 0 ? "back" : "forward";
  at.sink.issue(Issue::ClockStep, at.record.offset,
                fmt::format("{} by {} ms; later times are corrected for it", way, std::abs(ms)));
  const Ns set_ns = at.process.clock.of_thread(0, step->before_offset, step->latest_ns);
  profiler(at, fmt::format("The clock was set {} by {} ms", way, std::abs(ms)), {set_ns, set_ns});
}

void conflict(const At& at) {
  const auto r = at.record.as<wire::ConflictRecord>();
  const Ns time_ns = at.time(r.time_ns);
  if (wire::ConflictKind{r.header.aux} == wire::ConflictKind::Resumed) {
    end_taken(at.process, time_ns, at.sink);
  } else if (!at.process.taken) {
    at.process.taken = profiler_slice(at, kTakenMark, {time_ns, time_ns});
    at.sink.issue(Issue::CaptureProblem, at.record.offset, "another profiler took the GPU records");
  }
}

using wire::RecordType;
struct TypeDecoder {
  RecordType type;
  void (*decode)(const At& at);
};
constexpr TypeDecoder kDecoders[] = {{RecordType::Kernel, kernel},
                                     {RecordType::Memcpy, copy},
                                     {RecordType::Memset, fill},
                                     {RecordType::Api, api},
                                     {RecordType::Sync, sync},
                                     {RecordType::Overhead, overhead},
                                     {RecordType::Memory, memory},
                                     {RecordType::Graph, graph},
                                     {RecordType::CudaEvent, cuda_event},
                                     {RecordType::Device, device},
                                     {RecordType::Context, context},
                                     {RecordType::Stream, pass_over},
                                     {RecordType::Environment, environment},
                                     {RecordType::Jit, jit},
                                     {RecordType::Clock, clock},
                                     {RecordType::Gap, gap},
                                     {RecordType::Stats, pass_over},
                                     {RecordType::Conflict, conflict},
                                     {RecordType::Pad, pass_over}};

}  // namespace

void end_taken(CaptureProcess& process, Ns time_ns, RowSink& sink) {
  if (!process.taken) return;
  RowSink::Slice slice = *std::exchange(process.taken, std::nullopt);
  slice.end_ns = std::max(slice.begin_ns, time_ns);
  sink.slice(slice);
}

bool decode_gpu_record(CaptureProcess& process, ChannelDecoder& channel,
                       const CaptureRecord& record, RowSink& sink,
                       std::vector<CaptureDevice>& devices) {
  const auto* const found = std::ranges::find(kDecoders, record.type(), &TypeDecoder::type);
  if (found == std::end(kDecoders)) return false;
  found->decode({process, channel, record, sink, devices});
  return true;
}

}  // namespace lanescope
