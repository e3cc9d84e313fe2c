#include "core/view/text/memory_device.h"

#include <doctest/doctest.h>

namespace lanescope {

TEST_CASE("memory of a GPU without CUDA is not said to be of CUDA") {
  Snapshot trace;
  CHECK(memory_device_title(trace, 1, 1) == "CUDA 1");
  trace.info.devices.push_back({1, "AMD Instinct MI300X", {}, {}});
  CHECK(memory_device_title(trace, 1, 1) == "GPU 1");
  CHECK(memory_device_title(trace, 0, -1) == "CPU");
  Snapshot profile;
  profile.info.format = "xplane";
  CHECK(memory_device_title(profile, 1, 1) == "GPU 1");
  profile.info.format = "rpd";
  CHECK(memory_device_title(profile, 1, 1) == "GPU 1");
}

}  // namespace lanescope
