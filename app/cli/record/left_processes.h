// Which processes stay when a recorded program has ended.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace lanescope {

/// Helpers such as the resource tracker of Python's multiprocessing end by themselves, moments
/// after the program.
inline constexpr std::chrono::milliseconds kLastMoments{150};

/// Asks `running` for PIDs until there are none, or `most` has passed; returns the last ones.
/// Blocks for that long.
std::vector<std::int64_t> left_processes(const std::function<std::vector<std::int64_t>()>& running,
                                         std::chrono::milliseconds most = kLastMoments);

}  // namespace lanescope
