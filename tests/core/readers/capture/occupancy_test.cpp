#include "core/readers/capture/occupancy.h"

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// An H100: what the driver tells of it.
wire::DeviceRecord h100() {
  wire::DeviceRecord device{};
  device.sms = 132;
  device.warp_threads = 32;
  device.warps_per_sm = 64;
  device.blocks_per_sm = 32;
  device.shared_per_sm = 228 << 10;
  device.registers_per_sm = 65536;
  device.shared_per_block = 48 << 10;
  device.registers_per_block = 65536;
  device.threads_per_block = 1024;
  device.major = 9;
  return device;
}

wire::KernelRecord kernel(std::uint32_t grid, std::uint32_t block, std::uint32_t registers,
                          std::uint32_t shared = 0) {
  wire::KernelRecord record{};
  record.grid[0] = grid;
  record.block[0] = block;
  record.grid[1] = record.grid[2] = record.block[1] = record.block[2] = 1;
  record.registers = registers;
  record.dynamic_shared = shared;
  return record;
}

}  // namespace

TEST_CASE("occupancy is limited by what runs out first") {
  // Blocks enough for every SM: 132 * 40.
  constexpr std::uint32_t kMany = 5280;
  // 256 threads are 8 warps: 64 / 8 = 8 blocks, all 64 warps.
  CHECK(estimated_occupancy(h100(), kernel(kMany, 256, 16)) == 1.0);
  // 64 registers: 64 * 32 = 2048 a warp; 16384 / 2048 = 8 warps in each of 4 parts, 32; 4 blocks,
  // which are 32 of 64 warps.
  CHECK(estimated_occupancy(h100(), kernel(kMany, 256, 64)) == 0.5);
  // 33 registers: 1056, given out as 1280; 16384 / 1280 = 12, 48 warps, 6 blocks.
  CHECK(estimated_occupancy(h100(), kernel(kMany, 256, 33)) == 0.75);
  // 32 threads: 32 blocks at most, a warp each.
  CHECK(estimated_occupancy(h100(), kernel(kMany, 32, 16)) == 0.5);
  // 100 KiB and the driver's 1 KiB: 2 of 228 KiB, 4 warps each. More than the 48 KiB that a block
  // has unasked: the program has asked.
  CHECK(estimated_occupancy(h100(), kernel(kMany, 128, 16, 100 << 10)) == 0.125);
  // 33 threads take two warps: 32 blocks by their number, of 33 threads in 2048 each.
  CHECK(estimated_occupancy(h100(), kernel(kMany, 33, 16)) == 32.0 * 33 / 2048);
}

TEST_CASE("a grid that does not fill the SMs counts with what it has") {
  // 66 blocks are half a block an SM: 128 threads of 2048.
  CHECK(estimated_occupancy(h100(), kernel(66, 256, 16)) == 0.0625);
}

TEST_CASE("shared memory and registers are given out as the capability has it") {
  wire::DeviceRecord p100 = h100();
  p100.major = 6;
  p100.shared_per_sm = 64 << 10;
  // 16.1 KiB are given out as 16.25, and the driver takes nothing: 3 blocks.
  CHECK(estimated_occupancy(p100, kernel(5280, 128, 16, 16487)) == 3 * 128 / 2048.0);
  // 100 registers: 3200, given out as 3328; 6.0 has two parts of 32768: 9 warps in each, 18; 4
  // blocks of 4.
  CHECK(estimated_occupancy(p100, kernel(5280, 128, 100)) == 4 * 128 / 2048.0);
  // 6.1 has four of 16384: 4 warps in each, 16; 4 blocks. With 3 warps a block: 5 and not 6.
  p100.minor = 1;
  CHECK(estimated_occupancy(p100, kernel(5280, 96, 100)) == 5 * 96 / 2048.0);
  p100.minor = 0;
  CHECK(estimated_occupancy(p100, kernel(5280, 96, 100)) == 6 * 96 / 2048.0);
}

TEST_CASE("no occupancy is made up") {
  CHECK_FALSE(estimated_occupancy({}, kernel(10, 32, 16)));
  wire::DeviceRecord other = h100();
  other.major = 99;
  CHECK_FALSE(estimated_occupancy(other, kernel(10, 32, 16)));
  CHECK_FALSE(estimated_occupancy(h100(), kernel(10, 0, 16)));
  CHECK_FALSE(estimated_occupancy(h100(), kernel(0, 32, 16)));
  CHECK_FALSE(estimated_occupancy(h100(), kernel(10, 4096, 16)));
  CHECK_FALSE(estimated_occupancy(h100(), kernel(10, 128, 16, 300 << 10)));
}

TEST_CASE("kernels of a capture tell their occupancy where the device is known") {
  TempFolder folder;
  for (const bool known : {true, false}) {
    ChannelBytes gpu;
    gpu.gpu();
    if (known) gpu.add(wire::RecordType::Device, 0, h100());
    gpu.add(wire::RecordType::Kernel, gpu.string("gemm"), [] {
      wire::KernelRecord record = kernel(1320, 256, 64);
      record.start_ns = 10;
      record.end_ns = 20;
      return record;
    }());
    CaptureBytes capture;
    const auto loaded =
        load_trace(folder.write("run.lanes", capture.records(gpu, 0).end().bytes()));
    REQUIRE(loaded.ok());
    const Snapshot& trace = *loaded.value().snapshot;
    const auto json = loaded.value().texts->json_of(*trace.place_of(event_named(trace, "gemm", 0)));
    REQUIRE(json.ok());
    const std::string args = json.value().find("args")->to_text();
    // 10 blocks an SM, of which 4 fit.
    CHECK((args.find("\"blocks per SM\":10.00,\"warps per SM\":80.00,"
                     "\"est. achieved occupancy %\":50") != std::string::npos) == known);
    CHECK((args.find("per SM") != std::string::npos) == known);
  }
}
