
#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/kernels/kernels.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

/// All there is of one second's worth of kinds, much of it at once.
HandMadeTrace mixed() {
  return HandMadeTrace({
      gpu_slice("kernel", "gemm", "0", "10"),
      gpu_slice("kernel", "ncclDevKernel_AllReduce", "5", "10", "", "9"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "14", "6", "", "11"),
      gpu_slice("gpu_memset", "Memset", "30", "1", "", "11"),
      gpu_slice("kernel", "FillBufferAligned", "40", "3"),
      gpu_slice("kernel", "CopyDeviceToDevice", "50", "4"),
      gpu_slice("mtia_ccp_events", "fc-dtype_Float", "0", "100", "", "4", "9"),
      gpu_slice("cuda_sync", "Stream Wait Event", "0", "8"),
      gpu_slice("gpu_user_annotation", "step", "0", "500"),
      gpu_slice("cuda_profiler_range", "gemm", "0", "500"),
  });
}

}  // namespace

TEST_CASE("the durations of all GPU events are summed by what they do, and in all") {
  const HandMadeTrace trace = mixed();
  const auto devices =
      gpu_durations(*trace, whole_window(), device_timelines(*trace, whole_window()));
  REQUIRE(devices.size() == 2);
  const GpuDurations& gpu = devices.at(0);
  CHECK(gpu.of(GpuWorkKind::Compute) == 10'000);
  CHECK(gpu.of(GpuWorkKind::Communication) == 10'000);
  CHECK(gpu.of(GpuWorkKind::Copy) == 6'000 + 4'000);
  CHECK(gpu.of(GpuWorkKind::Fill) == 1'000 + 3'000);
  CHECK(gpu.of(GpuWorkKind::DeviceWork) == 0);
  CHECK(gpu.total_ns == 34'000);
  // Waiting is no work.
  CHECK(gpu.sync_ns == 8'000);
  CHECK(gpu.syncs == 1);
  CHECK(devices.at(9).of(GpuWorkKind::DeviceWork) == 100'000);
  CHECK(devices.at(9).total_ns == 100'000);
}

TEST_CASE("of a chosen range the parts in it count, as in the table of kernels") {
  const HandMadeTrace trace = mixed();
  const AnalysisWindow window = range_window({5'000, 16'000});
  const auto devices = gpu_durations(*trace, window, device_timelines(*trace, window));
  // gemm and the sync record reach into the range, the copy out of it, device 9 beyond both ends.
  CHECK(devices.at(0).of(GpuWorkKind::Compute) == 5'000);
  CHECK(devices.at(0).of(GpuWorkKind::Communication) == 10'000);
  CHECK(devices.at(0).of(GpuWorkKind::Copy) == 2'000);
  CHECK(devices.at(0).total_ns == 17'000);
  CHECK(devices.at(0).sync_ns == 3'000);
  CHECK(devices.at(9).total_ns == 11'000);
  CHECK(kernels_by_group(*trace, window).gpu_ns == devices.at(0).total_ns + devices.at(9).total_ns);
}

TEST_CASE("work of accelerators that do not say kernel keeps them busy") {
  const HandMadeTrace trace = mixed();
  const GpuTime time = analyse_gpu_time(*trace, whole_window());
  REQUIRE(time.devices.size() == 2);
  CHECK(time.devices[1].device == 9);
  CHECK(time.devices[1].compute_ns == 100'000);
  CHECK(time.devices[1].durations.total_ns == 100'000);
  CHECK(time.devices[0].durations.total_ns == 34'000);
  CHECK(total_gpu_time(time).durations.total_ns == 134'000);
  // A collective among it communicates.
  const HandMadeTrace collective(
      {gpu_slice("mtia_ccp_events", "hccl::all_reduce", "0", "100", "", "4", "9")});
  CHECK(analyse_gpu_time(*collective, whole_window()).devices.at(0).exposed_comm_ns == 100'000);
}

TEST_CASE("a kernel's share is of all GPU work, copies and fills too") {
  const HandMadeTrace trace = mixed();
  AnalysisWindow window = whole_window();
  window.device = 0;
  CHECK(kernels_by_group(*trace, window).gpu_ns == 34'000);
}
