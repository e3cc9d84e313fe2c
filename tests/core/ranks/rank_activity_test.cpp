#include "core/ranks/rank_activity.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

TEST_CASE("what a GPU does is split into parts that lie apart and cover its time") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::mm", "0", "9"),
      slice("cuda_runtime", "cudaLaunchKernel", "5", "2", R"("correlation": 1)"),
      gpu_slice("kernel", "gemm", "10", "10", R"("correlation": 1)"),
      gpu_slice("kernel", "ncclDevKernel_X", "15", "10", "", "20"),
      gpu_slice("gpu_memcpy", "Memcpy HtoD", "22", "8", "", "21"),
      gpu_slice("kernel", "gemm", "40", "2"),
  });
  const RankActivity activity = rank_activity({0, AnalysisResults(*trace, whole_window())});
  const DeviceActivity* device = activity.device(0);
  REQUIRE(device != nullptr);
  CHECK(device->compute == std::vector<TimeRange>{{10'000, 20'000}, {40'000, 42'000}});
  CHECK(device->exposed_comm == std::vector<TimeRange>{{20'000, 25'000}});
  CHECK(device->exposed_memory == std::vector<TimeRange>{{25'000, 30'000}});
  REQUIRE(device->idle.size() == 1);
  CHECK(device->idle[0].range == TimeRange{30'000, 40'000});
  REQUIRE(device->kernels.size() == 2);
  CHECK(activity.names[device->kernels[0].operator_name] == "aten::mm");
  CHECK(device->kernels[1].operator_name == 0);
  REQUIRE(device->copies.size() == 1);
  CHECK(activity.device(1) == nullptr);
}
