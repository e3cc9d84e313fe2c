// Recordings with a bit of everything, deterministic for given random numbers.
#pragma once

#include <random>
#include <string>

namespace lanescope {

/// The bytes of a properly closed recording: some processes with threads that launch kernels, copy,
/// mark ranges and count, and CUPTI's records for them.
std::string made_recording(std::mt19937_64& random);

}  // namespace lanescope
