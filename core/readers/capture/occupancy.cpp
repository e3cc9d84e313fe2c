#include "core/readers/capture/occupancy.h"

#include <cstdint>

#include "core/readers/rows/occupancy.h"

namespace lanescope {

std::optional<double> estimated_occupancy(const wire::DeviceRecord& device,
                                          const wire::KernelRecord& kernel) {
  const auto volume = [](const std::uint32_t(&sides)[3]) {
    return static_cast<double>(sides[0]) * sides[1] * sides[2];
  };
  SmLimits limits;
  limits.major = device.major;
  limits.minor = device.minor;
  limits.sms = device.sms;
  limits.warp_threads = device.warp_threads;
  limits.warps_per_sm = device.warps_per_sm;
  limits.blocks_per_sm = device.blocks_per_sm;
  limits.shared_per_sm = device.shared_per_sm;
  limits.registers_per_sm = device.registers_per_sm;
  return estimated_occupancy(
      limits, {volume(kernel.grid), volume(kernel.block),
               std::uint64_t{kernel.static_shared} + kernel.dynamic_shared, kernel.registers});
}

}  // namespace lanescope
