// Every field of every kind of record, from CUPTI's format to ours.
#include <doctest/doctest.h>

#include "tests/capture/agent/cupti/decode_bench.h"

using namespace lanescope;
using namespace lanescope::agent;
using cupti::Kind;
using wire::RecordType;

namespace {

/// A buffer with one record in which every byte differs from its neighbors.
struct OneRecord {
  explicit OneRecord(Kind kind) {
    made.add(bench.sizes, kind);
    for (std::size_t at = sizeof(std::uint32_t); at < made.bytes.size(); ++at)
      made.bytes[at] = static_cast<std::uint8_t>(at * 37 + 11);
  }
  template <typename Type>
  [[nodiscard]] Type operator[](cupti::Field<Type> field) const {
    Type value{};
    REQUIRE(field.offset + sizeof value <= made.bytes.size());
    std::memcpy(&value, made.bytes.data() + field.offset, sizeof value);
    return value;
  }
  [[nodiscard]] std::int64_t time(cupti::U64 field) const {
    return static_cast<std::int64_t>((*this)[field]);
  }
  template <typename Type>
  void set(cupti::Field<Type> field, Type value) {
    made.set(0, field.offset, value);
  }
  /// The single record decoded from it; strings are separate.
  ReadRecord decoded() {
    const auto records = bench.decode(made);
    strings = strings_of(records);
    std::vector<ReadRecord> others;
    for (const ReadRecord& record : records) {
      if (record.type() != RecordType::String && record.type() != RecordType::ChannelOpen)
        others.push_back(record);
    }
    REQUIRE(others.size() == 1);
    return others[0];
  }
  /// Whether a pause that began with this record hides it.
  bool is_left_out(cupti::U64 start) {
    const auto any = [this] {
      for (const ReadRecord& record : bench.decode(made)) {
        if (record.type() != RecordType::String && record.type() != RecordType::ChannelOpen)
          return true;
      }
      return false;
    };
    const std::int64_t at = time(start);
    bench.decoder.leave_out(at + 1, INT64_MAX);
    const bool comes_before = any();
    bench.decoder.leave_out(at, INT64_MAX);
    return comes_before && !any();
  }

  Bench bench;
  Made made;
  std::map<std::uint32_t, std::string> strings;
};

std::vector<std::uint8_t> bytes_at(const OneRecord& from, std::uint32_t offset, std::size_t count) {
  return {from.made.bytes.begin() + offset,
          from.made.bytes.begin() + offset + static_cast<std::ptrdiff_t>(count)};
}
template <typename Array>
std::vector<std::uint8_t> bytes_of(const Array& array) {
  const auto* const first = reinterpret_cast<const std::uint8_t*>(&array);
  return {first, first + sizeof array};
}

}  // namespace

TEST_CASE("a kernel has every field that CUPTI gave it") {
  namespace k = cupti::kernel;
  for (const Kind kind : {Kind::ConcurrentKernel, Kind::Kernel}) {
    OneRecord from(kind);
    from.set(k::kName, "_Z3addv");
    const ReadRecord record = from.decoded();
    REQUIRE(record.type() == RecordType::Kernel);
    CHECK(from.strings.at(record.header().aux) == "_Z3addv");
    const auto kernel = record.as<wire::KernelRecord>();
    CHECK(kernel.start_ns == from.time(k::kStart));
    CHECK(kernel.end_ns == from.time(k::kEnd));
    CHECK(kernel.correlation == from[k::kCorrelation]);
    CHECK(kernel.graph_node == from[k::kGraphNode]);
    CHECK(kernel.graph == from[k::kGraph]);
    CHECK(kernel.device == from[k::kDevice]);
    CHECK(kernel.context == from[k::kContext]);
    CHECK(kernel.stream == from[k::kStream]);
    CHECK(bytes_of(kernel.grid) == bytes_at(from, k::kGrid.offset, 12));
    CHECK(bytes_of(kernel.block) == bytes_at(from, k::kBlock.offset, 12));
    CHECK(bytes_of(kernel.cluster) == bytes_at(from, k::kCluster.offset, 12));
    CHECK(kernel.registers == from[k::kRegisters]);
    CHECK(kernel.static_shared == from[k::kStaticShared]);
    CHECK(kernel.dynamic_shared == from[k::kDynamicShared]);
    CHECK(kernel.executed_shared == from[k::kExecutedShared]);
    CHECK(kernel.channel == from[k::kChannel]);
    CHECK(kernel.channel_type == static_cast<std::uint16_t>(from[k::kChannelType]));
    CHECK(kernel.launch_type == from[k::kLaunchType]);
    CHECK(from.is_left_out(k::kStart));
  }
}

TEST_CASE("local memory of a kernel is in KiB, from the wider field where there is one") {
  namespace k = cupti::kernel;
  OneRecord from(Kind::ConcurrentKernel);
  from.set(k::kName, "k");
  from.set(k::kLocalTotal, 7U << 10);
  from.set(k::kLocalTotal64, std::uint64_t{9} << 30);
  CHECK(from.decoded().as<wire::KernelRecord>().local_total == 9U << 20);
  from.set(k::kLocalTotal64, std::uint64_t{0});
  CHECK(from.decoded().as<wire::KernelRecord>().local_total == 7);
}

TEST_CASE("a kernel lacks its time only when it has neither of them") {
  namespace k = cupti::kernel;
  OneRecord from(Kind::ConcurrentKernel);
  from.set(k::kName, "k");
  const DecodeCounts& counts = from.bench.decoder.counts();
  for (const auto& [start, end] : {std::pair<std::uint64_t, std::uint64_t>{0, 5}, {3, 0}, {3, 5}}) {
    from.set(k::kStart, start);
    from.set(k::kEnd, end);
    from.decoded();
    CHECK(counts.zero_time == 0);
    CHECK(counts.last_start_ns == static_cast<std::int64_t>(start));
  }
  from.set(k::kStart, std::uint64_t{0});
  from.set(k::kEnd, std::uint64_t{0});
  from.decoded();
  CHECK(counts.zero_time == 1);
  CHECK(counts.last_start_ns == 3);
  CHECK(counts.records == 4);
}

TEST_CASE("a copy has every field that CUPTI gave it") {
  namespace c = cupti::copy;
  OneRecord from(Kind::Memcpy);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Memcpy);
  CHECK(record.header().aux == (from[c::kCopyKind] | from[c::kFrom] << 8 | from[c::kTo] << 16 |
                                static_cast<std::uint32_t>(from[c::kFlags]) << 24));
  const auto copy = record.as<wire::MemcpyRecord>();
  CHECK(copy.start_ns == from.time(c::kStart));
  CHECK(copy.end_ns == from.time(c::kEnd));
  CHECK(copy.correlation == from[c::kCorrelation]);
  CHECK(copy.bytes == from[c::kBytes]);
  CHECK(copy.graph_node == from[c::kGraphNode]);
  CHECK(copy.graph == from[c::kGraph]);
  CHECK(copy.device == from[c::kDevice]);
  CHECK(copy.context == from[c::kContext]);
  CHECK(copy.stream == from[c::kStream]);
  CHECK(copy.from_device == copy.device);
  CHECK(copy.to_device == copy.device);
  CHECK(from.is_left_out(c::kStart));
}

TEST_CASE("a copy between two GPUs has every field that CUPTI gave it") {
  namespace c = cupti::copy;
  namespace p = cupti::peer;
  OneRecord from(Kind::MemcpyPeer);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Memcpy);
  const auto copy = record.as<wire::MemcpyRecord>();
  CHECK(copy.start_ns == from.time(c::kStart));
  CHECK(copy.end_ns == from.time(c::kEnd));
  CHECK(copy.correlation == from[p::kCorrelation]);
  CHECK(copy.bytes == from[c::kBytes]);
  CHECK(copy.graph_node == from[p::kGraphNode]);
  CHECK(copy.graph == from[p::kGraph]);
  CHECK(copy.device == from[c::kDevice]);
  CHECK(copy.stream == from[c::kStream]);
  CHECK(copy.from_device == from[p::kFromDevice]);
  CHECK(copy.to_device == from[p::kToDevice]);
}

TEST_CASE("a memory set has every field that CUPTI gave it") {
  namespace s = cupti::set;
  OneRecord from(Kind::Memset);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Memset);
  CHECK(record.header().aux == from[s::kMemoryKind]);
  const auto set = record.as<wire::MemsetRecord>();
  CHECK(set.start_ns == from.time(s::kStart));
  CHECK(set.end_ns == from.time(s::kEnd));
  CHECK(set.correlation == from[s::kCorrelation]);
  CHECK(set.bytes == from[s::kBytes]);
  CHECK(set.graph_node == from[s::kGraphNode]);
  CHECK(set.graph == from[s::kGraph]);
  CHECK(set.device == from[s::kDevice]);
  CHECK(set.context == from[s::kContext]);
  CHECK(set.stream == from[s::kStream]);
  CHECK(set.value == from[s::kValue]);
  CHECK(from.is_left_out(s::kStart));
}

TEST_CASE("a call of the runtime or the driver has every field that CUPTI gave it") {
  namespace a = cupti::api;
  for (const auto& [kind, domain] : {std::pair{Kind::Runtime, wire::ApiDomain::Runtime},
                                     {Kind::Driver, wire::ApiDomain::Driver}}) {
    OneRecord from(kind);
    from.set(a::kId, 3U);
    const ReadRecord record = from.decoded();
    REQUIRE(record.type() == RecordType::Api);
    CHECK(record.header().aux == (3U | static_cast<std::uint32_t>(domain) << 24));
    const auto call = record.as<wire::ApiRecord>();
    CHECK(call.start_ns == from.time(a::kStart));
    CHECK(call.end_ns == from.time(a::kEnd));
    CHECK(call.correlation == from[a::kCorrelation]);
    CHECK(call.tid == from[a::kThread]);
    CHECK(call.result == from[a::kResult]);
    CHECK(from.strings.at(call.api) == "cudaFuncSetAttribute");
    CHECK(from.is_left_out(a::kStart));
  }
}

TEST_CASE("a call without a name is a record all the same, with its number") {
  OneRecord from(Kind::Runtime);
  from.set(cupti::api::kId, 0x01ABCDEFU);  // beyond the largest id
  const ReadRecord record = from.decoded();
  CHECK(record.header().aux == (0xABCDEFU | 2U << 24));
  CHECK(record.as<wire::ApiRecord>().api == 0);
}

TEST_CASE("a synchronisation has every field that CUPTI gave it") {
  namespace s = cupti::sync;
  OneRecord from(Kind::Synchronization);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Sync);
  CHECK(record.header().aux == from[s::kType]);
  const auto sync = record.as<wire::SyncRecord>();
  CHECK(sync.start_ns == from.time(s::kStart));
  CHECK(sync.end_ns == from.time(s::kEnd));
  CHECK(sync.correlation == from[s::kCorrelation]);
  CHECK(sync.event_sync == from[s::kEventSync]);
  CHECK(sync.context == from[s::kContext]);
  CHECK(sync.stream == from[s::kStream]);
  CHECK(sync.event == from[s::kEvent]);
  CHECK(sync.result == from[s::kResult]);
  CHECK(from.is_left_out(s::kStart));
}

TEST_CASE("an overhead has every field that CUPTI gave it, and a thread where it is one's") {
  namespace o = cupti::overhead;
  OneRecord from(Kind::Overhead);
  from.set(o::kData, static_cast<void*>(nullptr));
  from.set(o::kObjectKind, o::kObjectIsThread);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Overhead);
  CHECK(record.header().aux == from[o::kOverheadKind]);
  const auto overhead = record.as<wire::OverheadRecord>();
  CHECK(overhead.start_ns == from.time(o::kStart));
  CHECK(overhead.end_ns == from.time(o::kEnd));
  CHECK(overhead.correlation == from[o::kCorrelation]);
  CHECK(overhead.tid == from[o::kObjectThread]);
  for (const std::uint32_t other : {1U, 3U}) {
    from.set(o::kObjectKind, other);
    CHECK(from.decoded().as<wire::OverheadRecord>().tid == 0);
  }
  CHECK(from.is_left_out(o::kStart));
}

TEST_CASE("what an overhead leaves is freed, also of one that is left out") {
  static int freed = 0;
  namespace o = cupti::overhead;
  OneRecord from(Kind::Overhead);
  from.set(o::kData, static_cast<void*>(&freed));
  Decoder decoder({&from.bench.sizes, &from.bench.apis, &from.bench.correlation,
                   [](void* left) { freed += left == &freed ? 1 : 0; }});
  decoder.set_releasing(true);
  decoder.leave_out(from.time(o::kStart), INT64_MAX);
  Recording now;
  decoder.decode(from.made.bytes.data(), from.made.bytes.size(), now.channel());
  CHECK(freed == 1);
}

TEST_CASE("memory that the program takes has every field that CUPTI gave it") {
  namespace m = cupti::memory;
  OneRecord from(Kind::Memory2);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Memory);
  CHECK(record.header().aux == (from[m::kOperation] | from[m::kMemoryKind] << 8));
  const auto memory = record.as<wire::MemoryRecord>();
  CHECK(memory.time_ns == from.time(m::kTime));
  CHECK(memory.correlation == from[m::kCorrelation]);
  CHECK(memory.address == from[m::kAddress]);
  CHECK(memory.bytes == from[m::kBytes]);
  CHECK(memory.device == from[m::kDevice]);
  CHECK(memory.context == from[m::kContext]);
  CHECK(memory.stream == from[m::kStream]);
  CHECK(from.is_left_out(m::kTime));
}

TEST_CASE("a graph as a whole has every field that CUPTI gave it") {
  namespace g = cupti::graph;
  OneRecord from(Kind::GraphTrace);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Graph);
  const auto graph = record.as<wire::GraphRecord>();
  CHECK(record.header().aux == 0);
  CHECK(graph.start_ns == from.time(g::kStart));
  CHECK(graph.end_ns == from.time(g::kEnd));
  CHECK(graph.correlation == from[g::kCorrelation]);
  CHECK(graph.graph == from[g::kGraph]);
  CHECK(graph.device == from[g::kDevice]);
  CHECK(graph.context == from[g::kContext]);
  CHECK(graph.stream == from[g::kStream]);
  CHECK(from.is_left_out(g::kStart));
}

TEST_CASE("an event has every field that CUPTI gave it") {
  namespace e = cupti::event;
  OneRecord from(Kind::CudaEvent);
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::CudaEvent);
  const auto event = record.as<wire::CudaEventRecord>();
  CHECK(record.header().aux == 0);
  CHECK(event.time_ns == from.time(e::kTime));
  CHECK(event.correlation == from[e::kCorrelation]);
  CHECK(event.event_sync == from[e::kEventSync]);
  CHECK(event.event == from[e::kEvent]);
  CHECK(event.device == from[e::kDevice]);
  CHECK(event.context == from[e::kContext]);
  CHECK(event.stream == from[e::kStream]);
}

TEST_CASE("a device has every field that CUPTI gave it") {
  namespace d = cupti::device;
  OneRecord from(Kind::Device);
  from.set(d::kName, "H200");
  const ReadRecord record = from.decoded();
  REQUIRE(record.type() == RecordType::Device);
  CHECK(from.strings.at(record.header().aux) == "H200");
  const auto device = record.as<wire::DeviceRecord>();
  CHECK(device.memory_bytes == from[d::kMemory]);
  CHECK(device.bandwidth == from[d::kBandwidth]);
  CHECK(device.id == from[d::kId]);
  CHECK(device.sms == from[d::kSms]);
  CHECK(device.warp_threads == from[d::kWarp]);
  CHECK(device.warps_per_sm == from[d::kWarpsPerSm]);
  CHECK(device.blocks_per_sm == from[d::kBlocksPerSm]);
  CHECK(device.shared_per_sm == from[d::kSharedPerSm]);
  CHECK(device.registers_per_sm == from[d::kRegistersPerSm]);
  CHECK(device.shared_per_block == from[d::kSharedPerBlock]);
  CHECK(device.registers_per_block == from[d::kRegistersPerBlock]);
  CHECK(device.threads_per_block == from[d::kThreadsPerBlock]);
  CHECK(device.l2_bytes == from[d::kL2]);
  CHECK(device.clock_khz == from[d::kClock]);
  CHECK(device.major == static_cast<std::uint16_t>(from[d::kMajor]));
  CHECK(device.minor == static_cast<std::uint16_t>(from[d::kMinor]));
  CHECK(device.ecc == from[d::kEcc]);
  CHECK(bytes_of(device.uuid) == bytes_at(from, d::kUuid.offset, 16));
}

TEST_CASE("a reading of the device has every field that CUPTI gave it") {
  namespace e = cupti::environment;
  OneRecord reading(Kind::Environment);
  const ReadRecord read = reading.decoded();
  REQUIRE(read.type() == RecordType::Environment);
  CHECK(read.header().aux == reading[e::kKind]);
  const auto environment = read.as<wire::EnvironmentRecord>();
  CHECK(environment.time_ns == reading.time(e::kTime));
  CHECK(environment.device == reading[e::kDevice]);
  CHECK(bytes_of(environment.values) == bytes_at(reading, e::kValues.offset, 20));
}

TEST_CASE("a compilation has every field that CUPTI gave it") {
  namespace j = cupti::jit;
  OneRecord compiling(Kind::Jit);
  const ReadRecord compiled = compiling.decoded();
  REQUIRE(compiled.type() == RecordType::Jit);
  CHECK(compiled.header().aux == (compiling[j::kEntry] | compiling[j::kOperation] << 8));
  const auto jit = compiled.as<wire::JitRecord>();
  CHECK(jit.start_ns == compiling.time(j::kStart));
  CHECK(jit.end_ns == compiling.time(j::kEnd));
  CHECK(jit.correlation == compiling[j::kCorrelation]);
  CHECK(jit.device == compiling[j::kDevice]);
  CHECK(compiling.is_left_out(j::kStart));
}

TEST_CASE("contexts and streams say nothing beside their fields") {
  for (const Kind kind : {Kind::Context, Kind::Stream}) {
    OneRecord from(kind);
    CHECK(from.decoded().header().aux == 0);
  }
}

TEST_CASE("of many pauses the last eight are remembered, each by its beginning") {
  namespace k = cupti::kernel;
  OneRecord from(Kind::ConcurrentKernel);
  from.set(k::kName, "k");
  const auto is_hidden = [&from](std::uint64_t start) {
    from.set(k::kStart, start);
    return of_type(from.bench.decode(from.made), RecordType::Kernel).empty();
  };
  for (std::int64_t pause = 1; pause <= 9; ++pause) {
    from.bench.decoder.leave_out(pause * 100, INT64_MAX);
    from.bench.decoder.leave_out(pause * 100, pause * 100 + 50);
  }
  CHECK_FALSE(is_hidden(120));  // the first has been forgotten
  for (std::uint64_t pause = 2; pause <= 9; ++pause) {
    CHECK(is_hidden(pause * 100));
    CHECK(is_hidden(pause * 100 + 49));
    CHECK_FALSE(is_hidden(pause * 100 + 50));
  }
}
