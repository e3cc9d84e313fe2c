#include "capture/host/runner/gpu_driver.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace lanescope {

bool gpu_driver_found(const std::string& root) {
  constexpr std::array<const char*, 5> kSigns = {"/proc/driver/nvidia/version", "/dev/nvidiactl",
                                                 "/dev/dxg",                         // WSL
                                                 "/dev/nvhost-ctrl", "/dev/nvmap"};  // Tegra
  return std::ranges::any_of(kSigns, [&root](const char* sign) {
    std::error_code ignored;
    return std::filesystem::exists(root + sign, ignored);
  });
}

}  // namespace lanescope
