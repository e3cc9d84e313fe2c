#include "core/ranks/rank_activity.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

/// Operators, a pause of the loop and a data loader while two kernels run apart, inside two steps.
std::vector<std::string> idle_in_two_steps() {
  return {
      slice("user_annotation", "ProfilerStep#1", "0", "50"),
      slice("cpu_op", "aten::mm", "5", "40"),
      slice("cuda_runtime", "cudaLaunchKernel", "6", "1", R"("correlation": 1)"),
      gpu_slice("kernel", "gemm", "10", "10", R"("correlation": 1)"),
      slice("user_annotation", "ProfilerStep#2", "50", "50"),
      slice("user_annotation", "enumerate(DataLoader)#_Iter.__next__", "52", "20"),
      slice("cpu_op", "aten::add", "74", "10"),
      slice("cuda_runtime", "cudaLaunchKernel", "80", "1", R"("correlation": 2)"),
      gpu_slice("kernel", "add", "90", "5", R"("correlation": 2)"),
  };
}

std::vector<std::string> idle_texts(const HandMadeTrace& trace, const AnalysisWindow& window) {
  const RankActivity activity = rank_activity({0, AnalysisResults(*trace, window)});
  std::vector<std::string> texts;
  for (const IdleStretch& one : activity.device(0)->idle) {
    texts.push_back(fmt::format("{} {} {} {}", one.range.begin_ns, one.range.end_ns,
                                static_cast<int>(one.what), activity.names[one.name]));
  }
  return texts;
}

}  // namespace

TEST_CASE("a rank's idle time is the same in whichever window its trace is looked at") {
  const HandMadeTrace trace(idle_in_two_steps());
  const auto whole = idle_texts(trace, whole_window());
  REQUIRE(whole.size() > 2);
  // Borders between pieces, inside of them, in a kernel, and outside of all events.
  for (const TimeRange range : {TimeRange{30'000, 60'000},
                                {50'000, 100'000},
                                {15'000, 92'000},
                                {0, 25'000},
                                {-500'000, 500'000},
                                {300'000, 400'000}}) {
    CAPTURE(range.begin_ns);
    AnalysisWindow window = range_window(range);
    window.kind = WindowKind::Steps;
    CHECK(idle_texts(trace, window) == whole);
  }
}

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

TEST_CASE("a GPU is idle from the first step on, and what it waits for is named") {
  const HandMadeTrace trace({
      slice("user_annotation", "ProfilerStep#1", "0", "60"),
      slice("user_annotation", "enumerate(DataLoader)#_Iter.__next__", "2", "30"),
      slice("cpu_op", "aten::mm", "34", "8"),
      slice("cuda_runtime", "cudaLaunchKernel", "36", "2", R"("correlation": 1)"),
      gpu_slice("kernel", "gemm", "40", "10", R"("correlation": 1)"),
  });
  const auto texts = idle_texts(trace, whole_window());
  const std::string loads = fmt::format("2000 32000 {} enumerate(DataLoader)#_Iter.__next__",
                                        static_cast<int>(IdleClass::DataLoading));
  CHECK(std::ranges::count(texts, loads) == 1);
}
