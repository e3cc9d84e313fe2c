// How well a kernel fills the GPU, as recorded by the profiler. Implausible values are rejected:
// files contain negative numbers, overflowed products, and -100 for "unknown".
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// What the functions below look at, for read_arguments().
inline constexpr std::array<std::string_view, 7> kShapeArguments = {
    "grid",         "est. achieved occupancy %", "blocks per SM",
    "warps per SM", "registers per thread",      "shared memory",
    "VGPR count"};

/// A launch with fewer warps per multiprocessor has an occupancy of less than 1 %, for which
/// profilers write 0.
inline constexpr double kFewWarpsPerSm = 0.5;  // of 64 or so that fit

/// The estimated occupancy in percent; nullopt if it is missing or not from 0 to 100.
std::optional<double> occupancy_argument(const JsonValue& args);

/// Blocks and warps of the launch per multiprocessor; nullopt if missing, negative, or more than a
/// grid can have along its longest side.
std::optional<double> blocks_per_sm_argument(const JsonValue& args);
std::optional<double> warps_per_sm_argument(const JsonValue& args);

/// Registers of each thread, of AMD's the vector registers, and bytes of shared memory of each
/// block, static and dynamic; nullopt if missing, negative, or more than any GPU has.
std::optional<double> registers_argument(const JsonValue& args);
std::optional<double> shared_memory_argument(const JsonValue& args);

/// Blocks of the grid divided by the multiprocessors of `device`, which may be null. If either is
/// unknown, the value recorded by the profiler, which may be wrong: before 2024, libkineto
/// multiplied in 32 bits, which overflows for large grids.
std::optional<double> blocks_per_sm(const JsonValue& args, const DeviceInfo* device);

}  // namespace lanescope
