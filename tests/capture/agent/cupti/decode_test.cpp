#include "capture/agent/cupti/decode.h"

#include <random>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "capture/agent/cupti/quirks.h"
#include "tests/capture/agent/cupti/decode_bench.h"

using namespace lanescope;
using namespace lanescope::agent;
using cupti::Kind;
using wire::RecordType;

namespace {

constexpr std::uint32_t kVersions[] = {18, 19, 20, 21,     22,     23,     24,
                                       26, 27, 28, 130000, 130001, 130400, 130500};

/// A buffer followed directly by inaccessible memory.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t bytes) : bytes_(bytes), pages_((bytes + 4095) / 4096 * 4096) {
    memory_ = static_cast<std::uint8_t*>(
        mmap(nullptr, pages_ + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory_ + pages_, 4096, PROT_NONE);
  }
  ~GuardedBuffer() { munmap(memory_, pages_ + 4096); }
  GuardedBuffer(const GuardedBuffer&) = delete;
  GuardedBuffer& operator=(const GuardedBuffer&) = delete;
  [[nodiscard]] std::uint8_t* data() { return memory_ + pages_ - bytes_; }

 private:
  std::size_t bytes_, pages_;
  std::uint8_t* memory_;
};

}  // namespace

TEST_CASE("a kernel of every version has the fields of its version, and 0 for others") {
  namespace k = cupti::kernel;
  for (const std::uint32_t version : kVersions) {
    CAPTURE(version);
    Bench bench(version);
    Made made;
    const std::size_t at = made.add(bench.sizes, Kind::ConcurrentKernel);
    made.set(at, k::kStart.offset, std::uint64_t{1000});
    made.set(at, k::kEnd.offset, std::uint64_t{2500});
    made.set(at, k::kCorrelation.offset, 77U);
    made.set(at, k::kStream.offset, 13U);
    made.set(at, k::kGrid.offset, 3);
    made.set(at, k::kBlock.offset + 4, 64);
    made.set(at, k::kRegisters.offset, std::uint16_t{48});
    made.set(at, k::kGraphNode.offset, std::uint64_t{0x123456789});
    made.set(at, k::kCluster.offset, 2U);
    made.set(at, k::kLocalTotal.offset, 8192U);
    made.set(at, k::kName.offset, "_Z3addv");
    const auto records = bench.decode(made);
    const auto kernels = of_type(records, RecordType::Kernel);
    REQUIRE(kernels.size() == 1);
    const auto kernel = kernels[0].as<wire::KernelRecord>();
    CHECK(kernel.start_ns == 1000);
    CHECK(kernel.end_ns == 2500);
    CHECK(kernel.correlation == 77);
    CHECK(kernel.stream == 13);
    CHECK(kernel.grid[0] == 3);
    CHECK(kernel.block[1] == 64);
    CHECK(kernel.registers == 48);
    CHECK(kernel.graph_node == 0x123456789);
    CHECK(kernel.local_total == 8);  // KiB
    // Clusters were added in CUDA 11.8, whose record has 200 bytes: all versions here have them.
    CHECK(kernel.cluster[0] == 2);
    CHECK(strings_of(records).at(kernels[0].header().aux) == "_Z3addv");
  }
}

TEST_CASE("an older, shorter kernel record leaves what it lacks at 0") {
  Bench bench;
  bench.sizes.bytes[static_cast<std::uint32_t>(Kind::ConcurrentKernel)] = 144;  // of CUDA 9
  Made made;
  const std::size_t at = made.add(bench.sizes, Kind::ConcurrentKernel);
  made.set(at, cupti::kernel::kCorrelation.offset, 5U);
  made.bytes.resize(288, 0xFF);  // what follows does not belong to it
  const auto kernels = of_type(bench.decode(made.bytes.data(), 144), RecordType::Kernel);
  REQUIRE(kernels.size() == 1);
  const auto kernel = kernels[0].as<wire::KernelRecord>();
  CHECK(kernel.correlation == 5);
  CHECK(kernel.graph_node == 0);
  CHECK(kernel.graph == 0);
  CHECK(kernel.cluster[0] == 0);
  CHECK(kernel.channel == 0);
}

TEST_CASE("copies, peer copies and sets keep what they moved and between whom") {
  Bench bench;
  Made made;
  std::size_t at = made.add(bench.sizes, Kind::Memcpy);
  made.set(at, cupti::copy::kCopyKind.offset, std::uint8_t{1});
  made.set(at, cupti::copy::kFrom.offset, std::uint8_t{2});
  made.set(at, cupti::copy::kTo.offset, std::uint8_t{3});
  made.set(at, cupti::copy::kBytes.offset, std::uint64_t{1} << 33);
  made.set(at, cupti::copy::kDevice.offset, 4U);
  made.set(at, cupti::copy::kCorrelation.offset, 10U);
  at = made.add(bench.sizes, Kind::MemcpyPeer);
  made.set(at, cupti::copy::kDevice.offset, 4U);
  made.set(at, cupti::peer::kFromDevice.offset, 4U);
  made.set(at, cupti::peer::kToDevice.offset, 6U);
  made.set(at, cupti::peer::kCorrelation.offset, 11U);
  at = made.add(bench.sizes, Kind::Memset);
  made.set(at, cupti::set::kValue.offset, 9U);
  made.set(at, cupti::set::kMemoryKind.offset, std::uint16_t{3});
  made.set(at, cupti::set::kCorrelation.offset, 12U);
  const auto records = bench.decode(made);
  const auto copies = of_type(records, RecordType::Memcpy);
  REQUIRE(copies.size() == 2);
  CHECK(copies[0].header().aux == (1U | 2U << 8 | 3U << 16));
  CHECK(copies[0].as<wire::MemcpyRecord>().bytes == std::uint64_t{1} << 33);
  CHECK(copies[0].as<wire::MemcpyRecord>().to_device == 4);
  CHECK(copies[1].as<wire::MemcpyRecord>().correlation == 11);
  CHECK(copies[1].as<wire::MemcpyRecord>().from_device == 4);
  CHECK(copies[1].as<wire::MemcpyRecord>().to_device == 6);
  const auto sets = of_type(records, RecordType::Memset);
  REQUIRE(sets.size() == 1);
  CHECK(sets[0].header().aux == 3);
  CHECK(sets[0].as<wire::MemsetRecord>().value == 9);
  CHECK(sets[0].as<wire::MemsetRecord>().correlation == 12);
}

TEST_CASE("calls that callbacks report, and noise, have no record of their own") {
  Bench bench;
  Made made;
  for (const std::uint32_t id : {1U, 2U, 3U, 19U}) {
    const std::size_t at = made.add(bench.sizes, Kind::Runtime);
    made.set(at, cupti::api::kId.offset, id);
    made.set(at, cupti::api::kThread.offset, 4242U);
    made.set(at, cupti::api::kResult.offset, 700);
  }
  const auto records = bench.decode(made);
  const auto calls = of_type(records, RecordType::Api);
  REQUIRE(calls.size() == 2);
  CHECK(calls[0].header().aux == (3U | 2U << 24));
  CHECK(calls[0].as<wire::ApiRecord>().tid == 4242);
  CHECK(calls[0].as<wire::ApiRecord>().result == 700);
  CHECK(strings_of(records).at(calls[0].as<wire::ApiRecord>().api) == "cudaFuncSetAttribute");
}

TEST_CASE("equal names at other places are one text") {
  Bench bench;
  const std::string once = "_Z1kv", again = "_Z1kv";
  Made made;
  for (const std::string* name : {&once, &again})
    made.set(made.add(bench.sizes, Kind::ConcurrentKernel), cupti::kernel::kName.offset,
             name->c_str());
  const auto records = bench.decode(made);
  CHECK(of_type(records, RecordType::String).size() == 1);
}

TEST_CASE("contexts, streams, readings of the device and compilations have all their fields") {
  Bench bench;
  Made made;
  const std::size_t context = made.add(bench.sizes, Kind::Context);
  made.set(context, cupti::context::kContext.offset, 11U);
  made.set(context, cupti::context::kDevice.offset, 3U);
  made.set(context, cupti::context::kNullStream.offset, std::uint16_t{7});
  const std::size_t stream = made.add(bench.sizes, Kind::Stream);
  made.set(stream, cupti::stream::kContext.offset, 11U);
  made.set(stream, cupti::stream::kStream.offset, 21U);
  made.set(stream, cupti::stream::kPriority.offset, -5);
  made.set(stream, cupti::stream::kFlag.offset, 2U);
  const std::size_t reading = made.add(bench.sizes, Kind::Environment);
  made.set(reading, cupti::environment::kDevice.offset, 3U);
  made.set(reading, cupti::environment::kTime.offset, std::uint64_t{5000});
  made.set(reading, cupti::environment::kKind.offset, 2U);
  made.set(reading, cupti::environment::kValues.offset, 61U);
  const std::size_t jit = made.add(bench.sizes, Kind::Jit);
  made.set(jit, cupti::jit::kDevice.offset, 3U);
  made.set(jit, cupti::jit::kStart.offset, std::uint64_t{6000});
  made.set(jit, cupti::jit::kEnd.offset, std::uint64_t{9000});
  made.set(jit, cupti::jit::kCorrelation.offset, 77U);
  const auto records = bench.decode(made);
  const auto only = [&](RecordType type) {
    const auto some = of_type(records, type);
    REQUIRE(some.size() == 1);
    return some[0];
  };
  const auto of_context = only(RecordType::Context).as<wire::ContextRecord>();
  CHECK(of_context.context == 11);
  CHECK(of_context.device == 3);
  CHECK(of_context.null_stream == 7);
  const auto of_stream = only(RecordType::Stream).as<wire::StreamRecord>();
  CHECK(of_stream.context == 11);
  CHECK(of_stream.stream == 21);
  CHECK(of_stream.priority == -5);
  CHECK(of_stream.flag == 2);
  const ReadRecord environment = only(RecordType::Environment);
  CHECK(environment.header().aux == 2);
  CHECK(environment.as<wire::EnvironmentRecord>().device == 3);
  CHECK(environment.as<wire::EnvironmentRecord>().time_ns == 5000);
  CHECK(environment.as<wire::EnvironmentRecord>().values[0] == 61);
  const auto of_jit = only(RecordType::Jit).as<wire::JitRecord>();
  CHECK(of_jit.device == 3);
  CHECK(of_jit.start_ns == 6000);
  CHECK(of_jit.end_ns == 9000);
  CHECK(of_jit.correlation == 77);
}

TEST_CASE("a buffer cut anywhere gives its whole records and no more") {
  for (const std::uint32_t version : kVersions) {
    Bench bench(version);
    Made made;
    std::vector<std::size_t> ends;
    for (const Kind kind :
         {Kind::ConcurrentKernel, Kind::Memcpy, Kind::Memset, Kind::Runtime, Kind::Synchronization,
          Kind::Overhead, Kind::Stream, Kind::Jit, Kind::Device, Kind::Context, Kind::Environment,
          Kind::CudaEvent, Kind::GraphTrace, Kind::Memory2, Kind::MemcpyPeer}) {
      made.add(bench.sizes, kind);
      ends.push_back(made.bytes.size());
    }
    for (std::size_t cut = 0; cut <= made.bytes.size(); ++cut) {
      GuardedBuffer buffer(cut);
      std::memcpy(buffer.data(), made.bytes.data(), cut);
      const DecodeCounts before = bench.decoder.counts();
      bench.decode(buffer.data(), cut);
      std::size_t whole = 0, used = 0;
      for (const std::size_t end : ends) {
        if (end <= cut) ++whole, used = end;
      }
      REQUIRE(bench.decoder.counts().records - before.records == whole);
      REQUIRE(bench.decoder.counts().undecodable - before.undecodable == cut - used);
    }
  }
}

TEST_CASE("records of kinds nobody asked for are passed over and counted") {
  Bench bench;
  Made made;
  made.add(bench.sizes, Kind::Marker);
  made.add(bench.sizes, Kind::Stream);
  CHECK(of_type(bench.decode(made), RecordType::Stream).size() == 1);
  CHECK(bench.decoder.counts().unknown_kind == 1);
}

TEST_CASE("a kind without a size ends the buffer, and its bytes are counted") {
  for (const std::uint32_t kind : {0U, 60U, 64U, 0xFFFFFFFFU}) {
    Bench bench;
    Made made;
    made.add(bench.sizes, Kind::Stream);
    const std::size_t at = made.bytes.size();
    made.bytes.resize(at + 100);
    made.set(at, 0, kind);
    CHECK(of_type(bench.decode(made), RecordType::Stream).size() == 1);
    CHECK(bench.decoder.counts().undecodable == 100);
  }
}

TEST_CASE("bytes that mean nothing do no harm") {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::uint32_t version = kVersions[random() % std::size(kVersions)];
    const SizeTable sizes = sizes_of_version(version);
    const std::size_t bytes = random() % 2000;
    GuardedBuffer buffer(bytes);
    for (std::size_t at = 0; at < bytes; ++at)
      buffer.data()[at] = static_cast<std::uint8_t>(random());
    // Mostly valid kinds, so that the walk gets somewhere. Pointers are arbitrary.
    for (std::size_t at = 0; at + 8 <= bytes;) {
      const auto kind = static_cast<std::uint32_t>(random() % 70);
      std::memcpy(buffer.data() + at, &kind, sizeof kind);
      if (sizes.of(kind) == 0) break;
      at += sizes.of(kind);
    }
    Bench bench(version);
    bench.decode(buffer.data(), bytes);
    CHECK(bench.decoder.counts().undecodable <= bytes);
  }
}

TEST_CASE("a name that is gone costs the name, not the program") {
  void* const page =
      mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char* const cut = static_cast<char*>(page) + 4096 - 4;  // continues into unmapped memory
  std::memset(cut, 'x', 4);
  munmap(static_cast<char*>(page) + 4096, 4096);
  Bench bench;
  Made made;
  const char* const gone = cut + 2048;
  const char* const odd = reinterpret_cast<const char*>(std::uintptr_t{0xDEAD000000000000});
  for (const char* each : {static_cast<const char*>(cut), gone, odd}) {
    const std::size_t at = made.add(bench.sizes, Kind::ConcurrentKernel);
    made.set(at, cupti::kernel::kName.offset, each);
    made.set(made.add(bench.sizes, Kind::Device), cupti::device::kName.offset, each);
  }
  const auto records = bench.decode(made);
  const auto kernels = of_type(records, RecordType::Kernel);
  REQUIRE(kernels.size() == 3);
  CHECK(of_type(records, RecordType::Device).size() == 3);
  CHECK(strings_of(records).empty());
  for (const ReadRecord& kernel : kernels) CHECK(kernel.header().aux == 0);
  munmap(page, 4096);
}

TEST_CASE("what lies where a name lay is another name in the next buffer") {
  char name[64] = "_ZN2at6native19kernel_of_one_kind";
  Bench bench;
  Made made;
  made.set(made.add(bench.sizes, Kind::ConcurrentKernel), cupti::kernel::kName.offset,
           static_cast<const char*>(name));
  const auto first = strings_of(bench.decode(made));
  std::memcpy(name + 24, "two", 3);
  const auto second = strings_of(bench.decode(made));
  REQUIRE(first.size() == 1);
  REQUIRE(second.size() == 1);
  CHECK(first.begin()->second != second.begin()->second);
}

TEST_CASE("what CUPTI leaves is freed only where its version is known to leave it") {
  static int freed = 0;
  Bench bench;
  Decoder decoder(
      Decoder::Setup{&bench.sizes, &bench.apis, &bench.correlation, [](void*) { ++freed; }});
  Made made;
  made.set(made.add(bench.sizes, Kind::Device), cupti::device::kName.offset, "H200");
  made.set(made.add(bench.sizes, Kind::Overhead), cupti::overhead::kData.offset, "data");
  const auto decode = [&] {
    Recording now;
    decoder.decode(made.bytes.data(), made.bytes.size(), now.channel());
  };
  decode();
  CHECK(freed == 0);
  decoder.set_releasing(true);
  decode();
  CHECK(freed == 2);
  for (const std::uint32_t version : {18U, 28U, 130001U, 130500U})
    CHECK(leaves_texts_to_us(version));
  for (const std::uint32_t version : {17U, 29U, 130600U, 140000U, 0U})
    CHECK_FALSE(leaves_texts_to_us(version));
}

TEST_CASE("work that begins in a pause is left out") {
  Bench bench;
  Made made;
  for (const std::uint64_t start : {99, 100, 199, 200})
    made.set(made.add(bench.sizes, Kind::ConcurrentKernel), cupti::kernel::kStart.offset, start);
  bench.decoder.leave_out(100, 200);
  const auto kernels = of_type(bench.decode(made), RecordType::Kernel);
  REQUIRE(kernels.size() == 2);
  CHECK(kernels[0].as<wire::KernelRecord>().start_ns == 99);
  CHECK(kernels[1].as<wire::KernelRecord>().start_ns == 200);
  // Delivered after the next pause began.
  bench.decoder.leave_out(300, INT64_MAX);
  bench.decoder.leave_out(300, 400);
  CHECK(of_type(bench.decode(made), RecordType::Kernel).size() == 2);
}
