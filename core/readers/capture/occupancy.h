// Estimates the occupancy of a recorded kernel.
#pragma once

#include <optional>

#include "capture/wire/records.h"

namespace lanescope {

/// See core/readers/rows/occupancy.h.
std::optional<double> estimated_occupancy(const wire::DeviceRecord& device,
                                          const wire::KernelRecord& kernel);

}  // namespace lanescope
