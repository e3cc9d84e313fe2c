// What the profiler noted of how a kernel fills the GPU, where it can be true. Files hold negative
// numbers, products that ran over, and -100 for "unknown".
#pragma once

#include <optional>

#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// The estimated occupancy in per cent; nullopt where it is missing or not from 0 to 100.
std::optional<double> occupancy_argument(const JsonValue& args);

/// Blocks and warps of the launch for each multiprocessor; nullopt where they are missing,
/// negative, or more than a grid can have along its longest side.
std::optional<double> blocks_per_sm_argument(const JsonValue& args);
std::optional<double> warps_per_sm_argument(const JsonValue& args);

/// Blocks of the grid for each multiprocessor of `device`, which may be null. Where the file does
/// not tell both, what the profiler noted: libkineto multiplies in 32 bits (before 2024), which
/// runs over for large grids.
std::optional<double> blocks_per_sm(const JsonValue& args, const DeviceInfo* device);

}  // namespace lanescope
