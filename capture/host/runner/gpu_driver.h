// Whether there can be work of a GPU to record at all.
#pragma once

#include <string>

namespace lanescope {

/// Whether the system has a driver of NVIDIA loaded, that of Windows under WSL or that of a Tegra
/// included. No library is loaded for it. Cost: asks for a few names. `root` is where the system's
/// files lie.
bool gpu_driver_found(const std::string& root = "");

}  // namespace lanescope
