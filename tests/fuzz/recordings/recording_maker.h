// Recordings with a bit of everything, the same for the same random numbers.
#pragma once

#include <random>
#include <string>

namespace lanescope {

/// The bytes of a recording that ended in good order: some processes with threads that launch
/// kernels, copy, mark ranges and count, and what CUPTI told of it.
std::string made_recording(std::mt19937_64& random);

}  // namespace lanescope
