#include "capture/host/runner/gpu_driver.h"

#include <filesystem>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

using namespace lanescope;

TEST_CASE("a driver is found by what it shows of itself, on servers, under WSL and on Tegra") {
  const TempFolder nothing;
  std::filesystem::create_directories(nothing.path() + "/dev");
  CHECK_FALSE(gpu_driver_found(nothing.path()));
  for (const char* const sign :
       {"/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/dxg", "/dev/nvhost-ctrl"}) {
    CAPTURE(sign);
    const TempFolder root;
    std::filesystem::create_directories(root.path() + sign);
    CHECK(gpu_driver_found(root.path()));
  }
}
