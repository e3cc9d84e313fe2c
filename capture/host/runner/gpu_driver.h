// Whether there can be any GPU work to record.
#pragma once

#include <string>

namespace lanescope {

/// Whether an NVIDIA driver is loaded, including that of Windows under WSL and that of a Tegra.
/// Loads no library. Cost: checks for a few files. `root`: where the system's files are.
bool gpu_driver_found(const std::string& root = "");

}  // namespace lanescope
