#include "core/readers/capture/gpu.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/capture/names.h"
#include "core/store/recording_marks.h"

namespace lanescope {
namespace {

// What is in order among itself, beside the streams of devices.
constexpr std::uint64_t kThreads = std::uint64_t{1} << 63U, kSyncs = std::uint64_t{1} << 62U;

/// One record at hand.
struct At {
  CaptureProcess& process;
  ChannelDecoder& channel;
  const CaptureRecord& record;
  CaptureSink& sink;

  /// As the clock would have told it that nobody set.
  [[nodiscard]] TimeRange times(Ns begin_ns, Ns end_ns, std::uint64_t call = 0,
                                std::uint64_t stream = 0) const {
    const std::uint32_t number = channel.table().channel;
    if (number == 0) return process.clock.of_gpu(record.offset, {begin_ns, end_ns, call, stream});
    return {process.clock.of_thread(number, record.offset, begin_ns),
            process.clock.of_thread(number, record.offset, end_ns)};
  }
  [[nodiscard]] Ns time(Ns time_ns) const { return times(time_ns, time_ns).begin_ns; }
};

void set_times(CaptureSink::Slice& slice, const TimeRange& times) {
  slice.begin_ns = times.begin_ns;
  slice.end_ns = times.end_ns;
}

/// GPU work on a stream.
template <typename Record>
void work(const At& at, const Record& r, std::string_view category, LocalId name) {
  at.process.note_work(r.correlation);
  if (r.start_ns == 0 && r.end_ns == 0)
    return at.sink.lost(Issue::KernelWithoutTime, at.record.offset, category);
  CaptureSink::Slice slice;
  slice.track = at.process.stream_track(r.device, r.stream, TrackRole::Gpu, at.sink);
  slice.category = at.sink.category(category);
  slice.name = name;
  set_times(slice, at.times(r.start_ns, r.end_ns, r.correlation,
                            std::uint64_t{r.device} << 32U | r.stream));
  slice.place = at.record.place();
  slice.correlation = at.process.correlation(r.correlation);
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
  CaptureSink::Slice slice;
  slice.track = at.process.host_track(r.tid, at.sink);
  slice.category = at.sink.category(driver ? "cuda_driver" : "cuda_runtime");
  slice.name = at.channel.text(r.api).name;
  set_times(slice, at.times(r.start_ns, r.end_ns, r.correlation, kThreads | r.tid));
  slice.place = at.record.place();
  slice.correlation = at.process.correlation(r.correlation);
  at.sink.slice(slice);
}

void sync(const At& at) {
  const auto r = at.record.as<wire::SyncRecord>();
  const auto device = at.process.device_of_context.find(r.context);
  CaptureSink::Slice slice;
  slice.track =
      at.process.stream_track(device == at.process.device_of_context.end() ? 0 : device->second,
                              r.stream, TrackRole::GpuSync, at.sink);
  slice.category = at.sink.category("cuda_sync");
  slice.name = at.sink.text(sync_name(r.header.aux));
  set_times(slice, at.times(r.start_ns, r.end_ns, r.correlation, kSyncs | r.stream));
  slice.place = at.record.place();
  slice.correlation = at.process.correlation(r.correlation);
  at.sink.slice(slice);
}

/// A slice about the process, beside its threads.
CaptureSink::Slice profiler_slice(const At& at, std::string_view name, const TimeRange& times) {
  CaptureSink::Slice slice;
  slice.track = at.process.capture_track(at.sink);
  slice.category = at.sink.category("overhead");
  slice.name = at.sink.text(name);
  set_times(slice, times);
  slice.place = at.record.place();
  return slice;
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

/// What the program took by cudaMalloc and its like, as a curve; what it had before is not known.
void memory(const At& at) {
  const auto r = at.record.as<wire::MemoryRecord>();
  constexpr std::uint32_t kRelease = 2;
  double& held = at.process.allocated_bytes[r.device];
  const auto bytes = static_cast<double>(r.bytes);
  held = std::max(0.0, held + ((r.header.aux & 0xFFU) == kRelease ? -bytes : bytes));
  at.sink.counter(at.process.gpu_process(r.device, at.sink),
                  at.sink.text("Memory allocated from CUDA (bytes)"), at.time(r.time_ns), held);
}

void cuda_event(const At& at) {
  const auto r = at.record.as<wire::CudaEventRecord>();
  if (r.time_ns == 0) return at.sink.lost(Issue::KernelWithoutTime, at.record.offset, "cudaEvent");
  CaptureSink::Slice slice;
  slice.track = at.process.stream_track(r.device, r.stream, TrackRole::GpuSync, at.sink);
  slice.category = at.sink.category("cuda_event");
  slice.name = at.sink.text("cudaEvent");
  slice.begin_ns = at.time(r.time_ns);
  slice.end_ns = saturating_add(slice.begin_ns, 1);
  slice.place = at.record.place();
  slice.correlation = at.process.correlation(r.correlation);
  at.sink.slice(slice);
}

void device(const At& at, std::vector<CaptureDevice>& devices) {
  constexpr std::size_t kMost = 1024;
  const auto r = at.record.as<wire::DeviceRecord>();
  const auto known = std::find_if(devices.begin(), devices.end(),
                                  [&](const CaptureDevice& d) { return d.record.id == r.id; });
  if (known == devices.end() && devices.size() < kMost)
    devices.push_back({r, at.channel.plain(r.header.aux)});
}

void environment(const At& at) {
  const auto r = at.record.as<wire::EnvironmentRecord>();
  const LocalId process = at.process.gpu_process(r.device, at.sink);
  const auto curve = [&](std::string_view name, double value) {
    at.sink.counter(process, at.sink.text(name), at.time(r.time_ns), value);
  };
  switch (r.header.aux) {
    case 1:
      curve("SM clock (MHz)", r.values[0]);
      return curve("Memory clock (MHz)", r.values[1]);
    case 2:
      return curve("Temperature (°C)", r.values[0]);
    case 3:
      return curve("Power (W)", r.values[0] / 1000.0);
    default:
      return curve("Fan (%)", r.values[0]);
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
      profiler(at, fmt::format("{} {} lost: {}", records, records == 1 ? "record" : "records", why),
               at.times(r.first_ns, r.last_ns));
  }
  if (reason == wire::GapReason::ChannelFull && r.first_ns != 0)
    at.channel.close_all(at.time(r.first_ns), at.sink);
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

}  // namespace

void end_taken(CaptureProcess& process, Ns time_ns, CaptureSink& sink) {
  if (!process.taken) return;
  CaptureSink::Slice slice = *std::exchange(process.taken, std::nullopt);
  slice.end_ns = std::max(slice.begin_ns, time_ns);
  sink.slice(slice);
}

bool decode_gpu_record(CaptureProcess& process, ChannelDecoder& channel,
                       const CaptureRecord& record, CaptureSink& sink,
                       std::vector<CaptureDevice>& devices) {
  const At at{process, channel, record, sink};
  switch (record.type()) {
    case wire::RecordType::Kernel:
      return kernel(at), true;
    case wire::RecordType::Memcpy:
      return copy(at), true;
    case wire::RecordType::Memset:
      return fill(at), true;
    case wire::RecordType::Api:
      return api(at), true;
    case wire::RecordType::Sync:
      return sync(at), true;
    case wire::RecordType::Overhead:
      return overhead(at), true;
    case wire::RecordType::Memory:
      return memory(at), true;
    case wire::RecordType::Graph:
      return graph(at), true;
    case wire::RecordType::CudaEvent:
      return cuda_event(at), true;
    case wire::RecordType::Device:
      return device(at, devices), true;
    case wire::RecordType::Context: {
      const auto r = record.as<wire::ContextRecord>();
      if (process.device_of_context.size() < 4096) process.device_of_context[r.context] = r.device;
      return true;
    }
    case wire::RecordType::Stream:
      return true;
    case wire::RecordType::Environment:
      return environment(at), true;
    case wire::RecordType::Jit:
      return jit(at), true;
    default:
      return false;
  }
}

bool decode_capture_record(CaptureProcess& process, ChannelDecoder& channel,
                           const CaptureRecord& record, CaptureSink& sink) {
  const At at{process, channel, record, sink};
  switch (record.type()) {
    case wire::RecordType::Clock:
      return clock(at), true;
    case wire::RecordType::Gap:
      return gap(at), true;
    case wire::RecordType::Stats:  // for those who watch the capture
      return true;
    case wire::RecordType::Conflict:
      return conflict(at), true;
    case wire::RecordType::Pad:
      return true;
    default:
      return false;
  }
}

}  // namespace lanescope
