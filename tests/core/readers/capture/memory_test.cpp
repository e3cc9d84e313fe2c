#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/loaded_capture.h"

using namespace lanescope;

namespace {

constexpr std::uint32_t kAllocated = 1, kReleased = 2;
constexpr std::uint32_t kPinned = 2, kDevice = 3;

void add(ChannelBytes& gpu, std::int64_t time_ns, std::uint64_t address, std::uint64_t bytes,
         std::uint32_t kind, std::uint32_t operation) {
  wire::MemoryRecord memory{};
  memory.time_ns = time_ns;
  memory.address = address;
  memory.bytes = bytes;
  gpu.add(wire::RecordType::Memory, operation | kind << 8U, memory);
}

std::vector<double> curve(const Snapshot& trace, std::string_view name) {
  std::vector<double> values;
  for (const auto& counter : trace.counters) {
    if (trace.text(counter->name) != name) continue;
    for (const double value : counter->value) values.push_back(value);
  }
  return values;
}

}  // namespace

TEST_CASE("the curve of a GPU's memory has only what was allocated there while it was recorded") {
  ChannelBytes gpu;
  gpu.gpu();
  add(gpu, 10'000, 0x1000, 100'000'000, kDevice, kAllocated);
  add(gpu, 20'000, 0x9000, 100'000'000, kDevice, kReleased);  // allocated before
  add(gpu, 30'000, 0x5000, 8'000'000'000, kPinned, kAllocated);
  add(gpu, 40'000, 0x2000, 50'000'000, kDevice, kAllocated);
  add(gpu, 50'000, 0x5000, 8'000'000'000, kPinned, kReleased);
  CaptureBytes capture;
  capture.hello("pid=70\nexe=/usr/bin/python3\n");
  const LoadedCapture loaded(capture.records(gpu, 0).end());
  CHECK(curve(loaded.trace(), "Memory allocated from CUDA (bytes)") ==
        std::vector<double>{100e6, 150e6});
  CHECK(curve(loaded.trace(), "Host memory allocated from CUDA (bytes)") ==
        std::vector<double>{8e9, 0});
}
