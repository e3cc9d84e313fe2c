// Every field of every kind of GPU work, from CUPTI's format to ours.
#include <doctest/doctest.h>

#include "tests/capture/agent/cupti/one_record.h"

using namespace lanescope;
using namespace lanescope::agent;
using cupti::Kind;
using wire::RecordType;

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
