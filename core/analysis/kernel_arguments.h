// What the profiler noted of how a kernel fills the GPU, where it can be true. Files hold negative
// numbers, products that ran over, and -100 for "unknown".
#pragma once

#include <optional>

#include "core/base/json_value.h"

namespace lanescope {

/// The estimated occupancy in per cent; nullopt where it is missing or not from 0 to 100.
std::optional<double> occupancy_argument(const JsonValue& args);

/// Blocks and warps of the launch for each multiprocessor; nullopt where they are missing,
/// negative, or more than a grid can have along its longest side.
std::optional<double> blocks_per_sm_argument(const JsonValue& args);
std::optional<double> warps_per_sm_argument(const JsonValue& args);

}  // namespace lanescope
