// Every field of every kind of record but GPU work, from CUPTI's format to ours.
#include <doctest/doctest.h>

#include "tests/capture/agent/cupti/one_record.h"

using namespace lanescope;
using namespace lanescope::agent;
using cupti::Kind;
using wire::RecordType;

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
