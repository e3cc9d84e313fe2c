#include "capture/agent/cupti/decode.h"

#include "capture/agent/check.h"
#include "capture/agent/process/own_memory.h"

namespace lanescope::agent {

std::uint32_t RecordNames::number(const char* name, Channel& channel) {
  if (!is_address(name)) return 0;
  const std::uint64_t mixed = reinterpret_cast<std::uintptr_t>(name) * 0x9E3779B97F4A7C15ULL;
  Slot& slot = slots_[mixed >> 54 & (kSlots - 1)];
  if (slot.name == name && slot.epoch == epoch_) return slot.number;
  const std::uint32_t number = channel.string(copy_text(name, text_, sizeof text_));
  if (number != 0) slot = {name, number, epoch_};
  return number;
}

using cupti::Kind;

void Decoder::decode(const std::uint8_t* buffer, std::size_t valid, Channel& channel) {
  if (!LANESCOPE_AGENT_CHECK(
          setup_.sizes != nullptr && setup_.apis != nullptr && setup_.correlation != nullptr,
          "to know the sizes of records before any comes"))
    return;
  names_.begin_buffer();
  for (std::size_t at = 0; at < valid;) {
    const std::size_t rest = valid - at;
    std::uint32_t kind = 0;
    if (rest >= sizeof kind) std::memcpy(&kind, buffer + at, sizeof kind);
    const std::size_t bytes = setup_.sizes->of(kind);
    // Without a record's size, what follows it cannot be found.
    if (bytes == 0 || bytes > rest) {
      counts_.undecodable += rest;
      return;
    }
    ++counts_.records;
    decode_one(static_cast<Kind>(kind), {buffer + at, bytes}, channel);
    at += bytes;
  }
}

void Decoder::leave_out(std::int64_t from, std::int64_t until) {
  if (left_out_[last_left_out_].from != from) last_left_out_ = (last_left_out_ + 1) % kLeftOut;
  left_out_[last_left_out_] = {from, until};
}

void Decoder::decode_one(Kind kind, const ActivityView& from, Channel& channel) {
  switch (kind) {
    case Kind::Kernel:
    case Kind::ConcurrentKernel:
      return kernel(from, channel);
    case Kind::Memcpy:
    case Kind::MemcpyPeer:
      return copy(from, kind == Kind::MemcpyPeer, channel);
    case Kind::Memset:
      return set(from, channel);
    case Kind::Runtime:
      return api(wire::ApiDomain::Runtime, from, channel);
    case Kind::Driver:
      return api(wire::ApiDomain::Driver, from, channel);
    case Kind::Synchronization:
      return sync(from, channel);
    case Kind::Overhead:
      return overhead(from, channel);
    case Kind::Memory2:
      return memory(from, channel);
    case Kind::GraphTrace:
      return graph(from, channel);
    case Kind::CudaEvent:
      return event(from, channel);
    case Kind::Device:
      return device(from, channel);
    case Kind::Context:
      return context(from, channel);
    case Kind::Stream:
      return stream(from, channel);
    case Kind::Environment:
      return environment(from, channel);
    case Kind::Jit:
      return jit(from, channel);
    default:
      ++counts_.unknown_kind;
  }
}

void Decoder::kernel(const ActivityView& from, Channel& channel) {
  namespace k = cupti::kernel;
  wire::KernelRecord to{};
  to.start_ns = from.time(k::kStart);
  to.end_ns = from.time(k::kEnd);
  if (left_out(to.start_ns)) return;
  if (to.start_ns == 0 && to.end_ns == 0)
    ++counts_.zero_time;
  else
    counts_.last_start_ns = to.start_ns;
  to.correlation = wide(from[k::kCorrelation]);
  to.graph_node = from[k::kGraphNode];
  to.graph = from[k::kGraph];
  to.device = from[k::kDevice];
  to.context = from[k::kContext];
  to.stream = from[k::kStream];
  from.copy(k::kGrid.offset, to.grid, sizeof to.grid);
  from.copy(k::kBlock.offset, to.block, sizeof to.block);
  from.copy(k::kCluster.offset, to.cluster, sizeof to.cluster);
  to.registers = from[k::kRegisters];
  to.static_shared = from[k::kStaticShared];
  to.dynamic_shared = from[k::kDynamicShared];
  to.executed_shared = from[k::kExecutedShared];
  const std::uint64_t local = from[k::kLocalTotal64];
  to.local_total = static_cast<std::uint32_t>((local != 0 ? local : from[k::kLocalTotal]) / 1024);
  to.channel = from[k::kChannel];
  to.channel_type = static_cast<std::uint16_t>(from[k::kChannelType]);
  to.launch_type = from[k::kLaunchType];
  channel.write(names_.number(from[k::kName], channel), to);
}

void Decoder::copy(const ActivityView& from, bool peers, Channel& channel) {
  namespace c = cupti::copy;
  namespace p = cupti::peer;
  wire::MemcpyRecord to{};
  to.start_ns = from.time(c::kStart);
  to.end_ns = from.time(c::kEnd);
  if (left_out(to.start_ns)) return;
  to.correlation = wide(from[peers ? p::kCorrelation : c::kCorrelation]);
  to.bytes = from[c::kBytes];
  to.graph_node = from[peers ? p::kGraphNode : c::kGraphNode];
  to.graph = from[peers ? p::kGraph : c::kGraph];
  to.device = from[c::kDevice];
  to.context = from[c::kContext];
  to.stream = from[c::kStream];
  to.from_device = peers ? from[p::kFromDevice] : to.device;
  to.to_device = peers ? from[p::kToDevice] : to.device;
  const std::uint32_t aux = from[c::kCopyKind] | static_cast<std::uint32_t>(from[c::kFrom]) << 8 |
                            static_cast<std::uint32_t>(from[c::kTo]) << 16 |
                            static_cast<std::uint32_t>(from[c::kFlags]) << 24;
  channel.write(aux, to);
}

void Decoder::set(const ActivityView& from, Channel& channel) const {
  namespace s = cupti::set;
  wire::MemsetRecord to{};
  to.start_ns = from.time(s::kStart);
  to.end_ns = from.time(s::kEnd);
  if (left_out(to.start_ns)) return;
  to.correlation = wide(from[s::kCorrelation]);
  to.bytes = from[s::kBytes];
  to.graph_node = from[s::kGraphNode];
  to.graph = from[s::kGraph];
  to.device = from[s::kDevice];
  to.context = from[s::kContext];
  to.stream = from[s::kStream];
  to.value = from[s::kValue];
  channel.write(from[s::kMemoryKind], to);
}

void Decoder::api(wire::ApiDomain domain, const ActivityView& from, Channel& channel) {
  namespace a = cupti::api;
  const std::uint32_t id = from[a::kId];
  const ApiName& name = setup_.apis->of(domain, id);
  wire::ApiRecord to{};
  to.start_ns = from.time(a::kStart);
  // Each call is recorded once: those recorded by callbacks are skipped.
  if (name.callback || name.noisy || left_out(to.start_ns)) return;
  to.end_ns = from.time(a::kEnd);
  to.correlation = wide(from[a::kCorrelation]);
  to.tid = from[a::kThread];
  to.result = from[a::kResult];
  to.api = channel.own_string(name.name);
  channel.write((id & 0xFFFFFFU) | static_cast<std::uint32_t>(domain) << 24, to);
}

}  // namespace lanescope::agent
