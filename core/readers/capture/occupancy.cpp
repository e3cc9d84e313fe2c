#include "core/readers/capture/occupancy.h"

#include <algorithm>
#include <cstdint>

#include "core/base/check.h"

namespace lanescope {
namespace {

/// How a compute capability allocates the resources of an SM.
struct Allocation {
  std::uint64_t shared_unit = 0;      // bytes
  std::uint64_t shared_reserved = 0;  // bytes per block reserved by the driver
  std::uint64_t partitions = 0;       // of the register file
};
constexpr std::uint64_t kRegisterUnit = 256;  // per warp

std::optional<Allocation> allocation_of(const wire::DeviceRecord& device) {
  switch (device.major) {
    case 5:
    case 7:
      return Allocation{256, 0, 4};
    case 6:
      return Allocation{256, 0, device.minor == 0 ? 2U : 4U};
    case 8:
    case 9:
    case 10:
    case 11:
    case 12:
      return Allocation{128, 1024, 4};
    default:
      return std::nullopt;
  }
}

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) {
  return (value + unit - 1) / unit * unit;
}

/// Resources of one block.
struct Need {
  std::uint64_t warps = 0, shared = 0;  // shared: bytes
  std::uint64_t registers = 0;          // per warp
};

std::uint64_t blocks_that_fit(const wire::DeviceRecord& device, const Allocation& allocation,
                              const Need& need) {
  LANESCOPE_CHECK(need.warps > 0 && allocation.partitions > 0,
                  "something to divide by: {} warps, {} partitions", need.warps,
                  allocation.partitions);
  std::uint64_t blocks =
      std::min<std::uint64_t>(device.blocks_per_sm, device.warps_per_sm / need.warps);
  if (need.shared != 0) blocks = std::min(blocks, device.shared_per_sm / need.shared);
  if (need.registers != 0) {
    const std::uint64_t warps =
        device.registers_per_sm / allocation.partitions / need.registers * allocation.partitions;
    blocks = std::min(blocks, warps / need.warps);
  }
  return blocks;
}

}  // namespace

std::optional<double> estimated_occupancy(const wire::DeviceRecord& device,
                                          const wire::KernelRecord& kernel) {
  const auto allocation = allocation_of(device);
  if (!allocation || device.sms == 0 || device.warp_threads == 0 || device.warps_per_sm == 0)
    return std::nullopt;
  const auto volume = [](const std::uint32_t(&sides)[3]) {
    return static_cast<double>(sides[0]) * sides[1] * sides[2];
  };
  const double threads = volume(kernel.block), grid = volume(kernel.grid);
  const double most = static_cast<double>(device.warps_per_sm) * device.warp_threads;
  if (threads < 1 || grid < 1 || threads > most) return std::nullopt;
  Need need;
  need.warps =
      (static_cast<std::uint64_t>(threads) + device.warp_threads - 1) / device.warp_threads;
  need.shared = rounded_up(
      std::uint64_t{kernel.static_shared} + kernel.dynamic_shared + allocation->shared_reserved,
      allocation->shared_unit);
  need.registers = rounded_up(std::uint64_t{kernel.registers} * device.warp_threads, kRegisterUnit);
  const std::uint64_t fit = blocks_that_fit(device, *allocation, need);
  if (fit == 0) return std::nullopt;  // it did run, so the device's limits are wrong
  return std::min(static_cast<double>(fit), grid / device.sms) * threads / most;
}

}  // namespace lanescope
