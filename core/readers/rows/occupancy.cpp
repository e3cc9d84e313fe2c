#include "core/readers/rows/occupancy.h"

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

std::optional<Allocation> allocation_of(const SmLimits& limits) {
  switch (limits.major) {
    case 5:
    case 7:
      return Allocation{256, 0, 4};
    case 6:
      return Allocation{256, 0, limits.minor == 0 ? 2U : 4U};
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

std::uint64_t blocks_that_fit(const SmLimits& limits, const Allocation& allocation,
                              const Need& need) {
  LANESCOPE_CHECK(need.warps > 0 && allocation.partitions > 0,
                  "something to divide by: {} warps, {} partitions", need.warps,
                  allocation.partitions);
  std::uint64_t blocks =
      std::min<std::uint64_t>(limits.blocks_per_sm, limits.warps_per_sm / need.warps);
  if (need.shared != 0) blocks = std::min(blocks, limits.shared_per_sm / need.shared);
  if (need.registers != 0) {
    const std::uint64_t warps =
        limits.registers_per_sm / allocation.partitions / need.registers * allocation.partitions;
    blocks = std::min(blocks, warps / need.warps);
  }
  return blocks;
}

}  // namespace

std::optional<double> estimated_occupancy(const SmLimits& limits, const KernelUse& kernel) {
  const auto allocation = allocation_of(limits);
  if (!allocation || limits.sms == 0 || limits.warp_threads == 0 || limits.warps_per_sm == 0)
    return std::nullopt;
  const double threads = kernel.threads, grid = kernel.blocks;
  const double most = static_cast<double>(limits.warps_per_sm) * limits.warp_threads;
  if (threads < 1 || grid < 1 || threads > most) return std::nullopt;
  Need need;
  need.warps =
      (static_cast<std::uint64_t>(threads) + limits.warp_threads - 1) / limits.warp_threads;
  need.shared =
      rounded_up(kernel.shared_bytes + allocation->shared_reserved, allocation->shared_unit);
  need.registers = rounded_up(kernel.registers * limits.warp_threads, kRegisterUnit);
  const std::uint64_t fit = blocks_that_fit(limits, *allocation, need);
  if (fit == 0) return std::nullopt;  // it did run, so the device's limits are wrong
  return std::min(static_cast<double>(fit), grid / limits.sms) * threads / most;
}

}  // namespace lanescope
