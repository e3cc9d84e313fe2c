// Decoding of the kinds that explain kernels and copies, or describe the machine.
#include "capture/agent/cupti/decode.h"

namespace lanescope::agent {

void Decoder::sync(const ActivityView& from, Channel& channel) const {
  namespace s = cupti::sync;
  wire::SyncRecord to{};
  to.start_ns = from.time(s::kStart);
  to.end_ns = from.time(s::kEnd);
  if (left_out(to.start_ns)) return;
  to.correlation = wide(from[s::kCorrelation]);
  to.event_sync = from[s::kEventSync];
  to.context = from[s::kContext];
  to.stream = from[s::kStream];
  to.event = from[s::kEvent];
  to.result = from[s::kResult];
  channel.write(from[s::kType], to);
}

void Decoder::overhead(const ActivityView& from, Channel& channel) const {
  namespace o = cupti::overhead;
  wire::OverheadRecord to{};
  to.start_ns = from.time(o::kStart);
  to.end_ns = from.time(o::kEnd);
  to.correlation = wide(from[o::kCorrelation]);
  if (from[o::kObjectKind] == o::kObjectIsThread) to.tid = from[o::kObjectThread];
  release(from[o::kData]);
  if (!left_out(to.start_ns)) channel.write(from[o::kOverheadKind], to);
}

void Decoder::memory(const ActivityView& from, Channel& channel) const {
  namespace m = cupti::memory;
  wire::MemoryRecord to{};
  to.time_ns = from.time(m::kTime);
  if (left_out(to.time_ns)) return;
  to.correlation = wide(from[m::kCorrelation]);
  to.address = from[m::kAddress];
  to.bytes = from[m::kBytes];
  to.device = from[m::kDevice];
  to.context = from[m::kContext];
  to.stream = from[m::kStream];
  channel.write(from[m::kOperation] | from[m::kMemoryKind] << 8, to);
}

void Decoder::graph(const ActivityView& from, Channel& channel) const {
  namespace g = cupti::graph;
  wire::GraphRecord to{};
  to.start_ns = from.time(g::kStart);
  to.end_ns = from.time(g::kEnd);
  if (left_out(to.start_ns)) return;
  to.correlation = wide(from[g::kCorrelation]);
  to.graph = from[g::kGraph];
  to.device = from[g::kDevice];
  to.context = from[g::kContext];
  to.stream = from[g::kStream];
  channel.write(0, to);
}

void Decoder::event(const ActivityView& from, Channel& channel) const {
  namespace e = cupti::event;
  wire::CudaEventRecord to{};
  to.time_ns = from.time(e::kTime);
  to.correlation = wide(from[e::kCorrelation]);
  to.event_sync = from[e::kEventSync];
  to.event = from[e::kEvent];
  to.device = from[e::kDevice];
  to.context = from[e::kContext];
  to.stream = from[e::kStream];
  channel.write(0, to);
}

void Decoder::device(const ActivityView& from, Channel& channel) {
  namespace d = cupti::device;
  wire::DeviceRecord to{};
  to.memory_bytes = from[d::kMemory];
  to.bandwidth = from[d::kBandwidth];
  to.id = from[d::kId];
  to.sms = from[d::kSms];
  to.warp_threads = from[d::kWarp];
  to.warps_per_sm = from[d::kWarpsPerSm];
  to.blocks_per_sm = from[d::kBlocksPerSm];
  to.shared_per_sm = from[d::kSharedPerSm];
  to.registers_per_sm = from[d::kRegistersPerSm];
  to.shared_per_block = from[d::kSharedPerBlock];
  to.registers_per_block = from[d::kRegistersPerBlock];
  to.threads_per_block = from[d::kThreadsPerBlock];
  to.l2_bytes = from[d::kL2];
  to.clock_khz = from[d::kClock];
  to.major = static_cast<std::uint16_t>(from[d::kMajor]);
  to.minor = static_cast<std::uint16_t>(from[d::kMinor]);
  to.ecc = from[d::kEcc];
  from.copy(d::kUuid.offset, to.uuid, sizeof to.uuid);
  const char* const name = from[d::kName];
  channel.write(names_.number(name, channel), to);
  release(const_cast<char*>(name));
}

void Decoder::context(const ActivityView& from, Channel& channel) {
  namespace c = cupti::context;
  wire::ContextRecord to{};
  to.context = from[c::kContext];
  to.device = from[c::kDevice];
  to.null_stream = from[c::kNullStream];
  channel.write(0, to);
}

void Decoder::stream(const ActivityView& from, Channel& channel) {
  namespace s = cupti::stream;
  wire::StreamRecord to{};
  to.context = from[s::kContext];
  to.stream = from[s::kStream];
  to.priority = static_cast<std::int32_t>(from[s::kPriority]);
  to.flag = from[s::kFlag];
  channel.write(0, to);
}

void Decoder::environment(const ActivityView& from, Channel& channel) {
  namespace e = cupti::environment;
  wire::EnvironmentRecord to{};
  to.time_ns = from.time(e::kTime);
  to.device = from[e::kDevice];
  from.copy(e::kValues.offset, to.values, sizeof to.values);
  channel.write(from[e::kKind], to);
}

void Decoder::jit(const ActivityView& from, Channel& channel) const {
  namespace j = cupti::jit;
  wire::JitRecord to{};
  to.start_ns = from.time(j::kStart);
  to.end_ns = from.time(j::kEnd);
  if (left_out(to.start_ns)) return;
  to.correlation = wide(from[j::kCorrelation]);
  to.device = from[j::kDevice];
  channel.write(from[j::kEntry] | from[j::kOperation] << 8, to);
}

}  // namespace lanescope::agent
