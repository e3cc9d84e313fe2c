#include "core/analysis/gpu_time/util.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

UtilTable util_of(const HandMadeTrace& trace, const AnalysisWindow& window = whole_window()) {
  return analyse_util({*trace, window, [&](EventId event) { return trace.json(event); }});
}

std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& shape, const std::string& stream = "7",
                   const std::string& device = "0") {
  return gpu_slice("kernel", name, ts, dur, shape, stream, device);
}

std::string shape(const std::string& blocks, const std::string& occupancy) {
  return R"("blocks per SM": )" + blocks + R"(, "est. achieved occupancy %": )" + occupancy;
}

}  // namespace

TEST_CASE("kernels use the GPU, copies only keep it busy") {
  const HandMadeTrace trace({
      kernel("gemm", "0", "4", shape("8", "50")),
      kernel("ncclDevKernel_AllReduce", "2", "4", shape("0.25", "10"), "8"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "6", "2"),
      kernel("gemm", "9", "1", shape("0.5", "100")),
      kernel("elsewhere", "0", "1", shape("1", "1"), "7", "1"),
  });
  const UtilTable found = util_of(trace);
  REQUIRE(found.devices.size() == 2);
  const UtilDevice& device = found.devices[0];
  CHECK(device.kernels == 3);
  CHECK(device.gpu_util == doctest::Approx(0.7));
  CHECK(device.busy == doctest::Approx(0.9));
  // Full for 4 µs, a quarter for 2 µs, half for 1 µs.
  CHECK(*device.sm_efficiency == doctest::Approx(0.5));
  CHECK(*device.occupancy == doctest::Approx((4 * 0.5 + 4 * 0.1 + 1.0) / 9));
}

TEST_CASE("kernels that run at once fill the multiprocessors together") {
  const HandMadeTrace trace({
      kernel("a", "0", "4", shape("0.3", "1")),
      kernel("b", "0", "4", shape("0.3", "1"), "8"),
      kernel("c", "2", "2", shape("0.9", "1"), "9"),
  });
  CHECK(*util_of(trace).devices.at(0).sm_efficiency == doctest::Approx(0.8));
}

TEST_CASE("shapes that make no sense are left out, and without any there is no estimate") {
  const HandMadeTrace trace({
      kernel("a", "0", "5", shape("\"inf\"", "-100")),
      kernel("b", "5", "5", shape("-3", "20")),
  });
  const UtilDevice device = util_of(trace).devices.at(0);
  CHECK(!device.sm_efficiency);
  CHECK(*device.occupancy == doctest::Approx(0.2));
  CHECK(device.kernels_with_shape == 0);
  const UtilTable unread = analyse_util({*trace, whole_window(), {}});
  CHECK(!unread.shapes_read);
  CHECK(!unread.devices.at(0).occupancy);
}

TEST_CASE("tensor cores are used by the names of kernels, and could be by those of operators") {
  const HandMadeTrace trace({
      slice("cpu_op", "aten::mm", "0", "5"),
      slice("cpu_op", "inner", "1", "3"),
      slice("cuda_runtime", "cudaLaunchKernel", "2", "1", R"("correlation": 1)"),
      slice("cuda_runtime", "cudaLaunchKernel", "6", "1", R"("correlation": 2)"),
      kernel("volta_sgemm", "10", "3", R"("correlation": 1)"),
      kernel("h884cudnn", "20", "1", R"("correlation": 2)"),
      kernel("ncclDevKernel_AllReduce", "30", "9", ""),
  });
  const UtilDevice device = util_of(trace).devices.at(0);
  CHECK(*device.tensor_core == doctest::Approx(0.25));
  CHECK(*device.tensor_core_eligible == doctest::Approx(1));
  const UtilDevice plain = util_of(trace, range_window({10'000, 19'000})).devices.at(0);
  CHECK(*plain.tensor_core == 0);
  CHECK(*plain.tensor_core_eligible == doctest::Approx(1));
  const HandMadeTrace others(
      {kernel("add", "0", "3", ""), slice("cpu_op", "aten::add", "0", "5"),
       slice("cuda_runtime", "cudaLaunchKernel", "2", "1", R"("correlation": 1)"),
       kernel("add", "10", "3", R"("correlation": 1)")});
  CHECK(*util_of(others).devices.at(0).tensor_core_eligible == 0);
  const HandMadeTrace orphans({kernel("h884", "0", "1", "")});
  CHECK(!util_of(orphans).devices.at(0).tensor_core_eligible);
}

TEST_CASE("time is cut into at most 100 buckets of a power of ten, and low ones in a row are one") {
  const HandMadeTrace trace({
      kernel("a", "0", "1000", shape("1", "1")),
      kernel("b", "1000", "4", shape("1", "1")),
      kernel("c", "1049", "1", shape("1", "1")),
  });
  const UtilDevice device = util_of(trace).devices.at(0);
  CHECK(device.bucket_ns == 100'000);
  REQUIRE(device.buckets.size() == 11);
  CHECK(device.buckets[0].gpu_util == doctest::Approx(1));
  CHECK(device.buckets[10].gpu_util == doctest::Approx(0.1));
  CHECK(device.buckets[10].sm_efficiency == doctest::Approx(0.1));
  REQUIRE(device.low.size() == 1);
  CHECK(device.low[0].range == TimeRange{1'000'000, 1'050'000});
  const UtilDevice part = util_of(trace, range_window({1'000'000, 1'040'000})).devices.at(0);
  CHECK(part.buckets.size() == 40);
  REQUIRE(part.low.size() == 1);
  CHECK(part.low[0].range == TimeRange{1'004'000, 1'040'000});
  CHECK(part.low[0].gpu_util == doctest::Approx(0));
}

TEST_CASE("kernels of no length and traces without kernels do no harm") {
  const HandMadeTrace trace({kernel("a", "5", "0", shape("1", "1"))});
  const UtilDevice device = util_of(trace).devices.at(0);
  CHECK(device.gpu_util == 0);
  CHECK(device.buckets.empty());
  CHECK(!device.tensor_core);
  CHECK(util_of(HandMadeTrace({slice("cpu_op", "a", "0", "1")})).devices.empty());
}

TEST_CASE("of an AMD GPU whose kernels do not tell, the use of matrix cores is unknown, not none") {
  const auto tensor_core_of = [](const char* device, std::string_view name) {
    TraceText trace;
    trace.top_level(R"("deviceProperties": [{"id": 0, "name": ")" + std::string(device) + R"("}])");
    trace.kernel(name, "10", "3", "1");
    const LoadedText loaded = load_with_source(trace);
    return analyse_util({*loaded.snapshot, whole_window(),
                         [&](EventId event) { return loaded.json(event); }})
        .devices.at(0)
        .tensor_core;
  };
  CHECK_FALSE(tensor_core_of("AMD Instinct MI300X", "attn_fwd"));
  CHECK(tensor_core_of("AMD Instinct MI300X", "Cijk_Alik_Bljk_BBS_MT64x64x64_MI16x16x1_SN") == 1);
  CHECK(tensor_core_of("NVIDIA A100", "volta_sgemm") == 0);
}
