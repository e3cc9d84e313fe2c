#include "core/analysis/gpu_time/roofline.h"

#include <doctest/doctest.h>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/gpu_time/roofline_trace.h"
#include "tests/core/fixtures/captured_graph.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

RooflineTable roofline_of(const TraceText& text, bool read = true,
                          const AnalysisWindow& window = whole_window()) {
  const LoadedText loaded = load_with_source(text);
  const ReadEvent reader = [&](EventId event) { return loaded.json(event); };
  return analyse_roofline({*loaded.snapshot, window, read ? reader : ReadEvent{}});
}

}  // namespace

TEST_CASE("operators are bound by arithmetic, by memory or by neither") {
  TraceText trace;
  trace.top_level(kV100);
  // 2 * 1024^3 operations in 20 µs: 107 of 125 TFLOP/s.
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "c10::Half"), "h884gemm", "20");
  // 3 * 4 MiB in 20 µs: 629 of 900 GB/s.
  add_op(trace, 1, "aten::mul", shapes("[[1048576],[1048576]]", "float"), "elementwise", "20");
  add_op(trace, 2, "aten::mul", shapes("[[16],[16]]", "float"), "elementwise", "5");
  add_op(trace, 3, "aten::sort", shapes("[[16]]", "float"), "sort", "7");
  const RooflineTable found = roofline_of(trace);
  REQUIRE(found.rows.size() == 3);
  REQUIRE(found.devices.size() == 1);
  const RooflineRow& mm =
      found.rows[0].work.family == OpFamily::MatrixProduct ? found.rows[0] : found.rows[1];
  CHECK(mm.bound == RooflineBound::Compute);
  CHECK(*mm.tflops() == doctest::Approx(107.37).epsilon(1e-3));
  CHECK(*mm.intensity() == doctest::Approx(2.0 * 1024 / 6));
  CHECK(*mm.ceiling_tflops() == doctest::Approx(125));
  const RooflineRow& mul = &mm == &found.rows[0] ? found.rows[1] : found.rows[0];
  CHECK(mul.bound == RooflineBound::Memory);
  CHECK(*mul.gb_per_s() == doctest::Approx(629.1).epsilon(1e-3));
  CHECK(found.rows[2].bound == RooflineBound::Neither);
  const RooflineDevice& device = found.devices[0];
  CHECK(device.compute_ns == 52'000);
  CHECK(device.modelled_ns == 45'000);
  REQUIRE(found.unmodelled.size() == 1);  // the sort
  CHECK(found.unmodelled[0].device_ns == 7'000);
  CHECK(device.bound_ns[static_cast<std::size_t>(RooflineBound::Neither)] == 5'000);
  // The window is 10 to 317 µs.
  CHECK(*device.mfu ==
        doctest::Approx((2.0 * 1024 * 1024 * 1024 / 125e12 + 1048592.0 / 15.7e12) / 307e-6));
  CHECK(!found.decoding);
}

TEST_CASE("each replay of a CUDA graph is a call of the operators that it captured") {
  TraceText trace;
  trace.top_level(kV100);
  add_capture(trace, {"15", "25"});
  // Two kernels of one operator.
  trace.cpu("cpu_op", "aten::mm", "10", "28", shapes("[[1024,1024],[1024,1024]]", "c10::Half"));
  trace.cpu("cpu_op", "serve", "90", "300");
  for (const char* const ts : {"100", "200"}) {
    const std::string id = ts;
    trace.cpu("cuda_runtime", "cudaGraphLaunch", ts, "5", R"("correlation":)" + id);
    trace.kernel("h884gemm", std::to_string(std::stoi(id) + 10), "20", id);
    trace.kernel("splitk_reduce", std::to_string(std::stoi(id) + 30), "5", id);
  }
  const RooflineTable found = roofline_of(trace);
  REQUIRE(found.rows.size() == 1);
  const RooflineRow& mm = found.rows[0];
  CHECK(mm.count == 2);
  CHECK(mm.calls.size() == 1);
  CHECK(mm.device_ns == 50'000);
  // 2 * 1024^3 operations in 25 µs.
  CHECK(*mm.tflops() == doctest::Approx(85.9).epsilon(1e-3));
  CHECK(found.devices[0].modelled_ns == 50'000);
  CHECK(found.unmodelled.empty());
}

TEST_CASE("calls of the same shapes that compute another amount are rows of their own") {
  const std::string both = R"(, "Concrete Inputs": ["", "", "", "0.", ")";
  const std::string dims =
      shapes("[[1,2,64,16],[1,2,64,16],[1,2,64,16],[],[]]", "c10::Half") + both;
  const double full = 2.0 * 2 * 64 * 64 * 32;
  for (const bool causal_first : {false, true}) {
    TraceText trace;
    trace.top_level(kV100);
    for (int i = 0; i < 2; ++i) {
      add_op(trace, i, "aten::_scaled_dot_product_flash_attention",
             dims + ((i == 0) == causal_first ? "True" : "False") + R"("])", "flash_fwd",
             std::to_string(20 - 10 * i));
    }
    const RooflineTable found = roofline_of(trace);
    REQUIRE(found.rows.size() == 2);
    CHECK(found.rows[0].work.flops == (causal_first ? full / 2 : full));
    CHECK(found.rows[1].work.flops == (causal_first ? full : full / 2));
    CHECK(found.devices[0].flops == 1.5 * full);
  }
}

TEST_CASE(
    "of an operator that reaches out of the window its part counts as what the GPU computed") {
  TraceText trace;
  trace.top_level(kV100);
  // 107 of 125 TFLOP/s, from 10 to 30 µs.
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "c10::Half"), "h884gemm", "20");
  for (const Ns end_ns : {11'000, 15'000, 30'000}) {
    const RooflineTable found = roofline_of(trace, true, range_window({10'000, end_ns}));
    REQUIRE(found.devices.size() == 1);
    CHECK(*found.devices[0].mfu == doctest::Approx(0.859).epsilon(1e-3));
  }
}

TEST_CASE("work counts for the deepest operator that is modelled, and shapes group calls") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::linear", "0", "90", shapes("[[4,8],[16,8]]", "float"));
  trace.cpu("cpu_op", "aten::addmm", "1", "80",
            R"("Input Dims":[[16],[4,8],[8,16]],"Input type":["float","float","float"])");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "2", "1", R"("correlation":1)");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "4", "1", R"("correlation":2)");
  trace.kernel("gemm", "10", "3", "1");
  trace.kernel("splitk_reduce", "20", "2", "2");
  trace.kernel("orphan", "30", "9", "77");
  const RooflineTable found = roofline_of(trace);
  REQUIRE(found.rows.size() == 1);
  CHECK(found.rows[0].count == 1);
  CHECK(found.rows[0].device_ns == 5'000);
  CHECK(found.rows[0].bound == RooflineBound::Unknown);  // a GPU that nobody named
  CHECK(found.devices[0].peaks == std::nullopt);
  CHECK(!found.devices[0].mfu);
}

TEST_CASE("the kernels of an operator are one call on each device that they run on") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::mm", "0", "50", shapes("[[64,64],[64,64]]", "float"));
  for (const std::string id : {"1", "2", "3"}) {
    trace.cpu("cuda_runtime", "cudaLaunchKernel", id, "0.5", R"("correlation":)" + id);
  }
  trace.kernel("gemm", "10", "5", "1").kernel("splitKreduce", "16", "2", "2");
  trace.slice("kernel", "gemm", "1", "7", "20", "8",
              R"("device": 1, "stream": 7, "correlation": 3)");
  const RooflineTable found = roofline_of(trace);
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows[0].device == 1);
  CHECK(found.rows[0].count == 1);
  CHECK(found.rows[0].device_ns == 8'000);
  CHECK(found.rows[1].device == 0);
  CHECK(found.rows[1].count == 1);
  CHECK(found.rows[1].device_ns == 7'000);
}

TEST_CASE("thin products are those of decoding") {
  TraceText trace;
  add_op(trace, 0, "aten::mm", shapes("[[1,4096],[4096,4096]]", "c10::Half"), "gemv", "30");
  add_op(trace, 1, "aten::mm", shapes("[[512,64],[64,64]]", "c10::Half"), "gemm", "10");
  const RooflineTable found = roofline_of(trace);
  CHECK(*found.thin_product_share == doctest::Approx(0.75));
  CHECK(found.decoding);
}

TEST_CASE("the only device of the file is the GPU of all its work, whatever its number") {
  const auto name_of = [](const std::string& devices) {
    TraceText trace;
    trace.top_level("\"deviceProperties\": [" + devices + "]");
    add_op(trace, 0, "aten::mm", shapes("[[64,64],[64,64]]", "float"), "gemm", "20");
    return roofline_of(trace).devices.front().name;
  };
  const std::string one = R"({"id": 3, "name": "AMD Instinct MI300X"})";
  CHECK(name_of(one) == "AMD Instinct MI300X");
  CHECK(name_of(one + R"(, {"id": 4, "name": "B"})").empty());
}

TEST_CASE("too many operators to read are only said to be too many if they have shapes") {
  for (const bool with_shapes : {false, true}) {
    TraceText trace;
    for (int i = 0; i <= static_cast<int>(kMostArgumentTexts); ++i) {
      const bool has = with_shapes && i % 2 == 0;
      add_op(trace, i, "aten::mm", has ? shapes("[[8,8],[8,8]]", "float") : "", "gemm", "30");
    }
    const RooflineTable found = roofline_of(trace);
    CHECK(found.arguments_read == !with_shapes);
    CHECK(!found.has_shapes);
  }
}

TEST_CASE("AMD's matrix cores multiply float32 as float32, and not as TF32") {
  TraceText trace;
  trace.top_level(R"("deviceProperties": [{"id": 0, "name": "AMD Instinct MI300X"}])");
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "float"),
         "Cijk_Ailk_Bljk_SB_MT64x64x16_MI16x16x4x1_SN", "20");
  const RooflineTable found = roofline_of(trace);
  REQUIRE(found.rows.size() == 1);
  CHECK(found.rows[0].tensor_cores);
  CHECK(found.rows[0].peak_tflops == doctest::Approx(163.4));
}

TEST_CASE("without shapes or without a reader there are no rows") {
  TraceText trace;
  add_op(trace, 0, "aten::mm", "", "gemm", "30");
  CHECK(!roofline_of(trace).has_shapes);
  CHECK(!roofline_of(trace, false).arguments_read);
}

TEST_CASE("a peak of a number format is known or there is none, never 0") {
  for (const char* name : {"NVIDIA B200", "NVIDIA H100 PCIe", "NVIDIA L40S", "Tesla T4",
                           "NVIDIA GeForce RTX 4090", "AMD Instinct MI355X"}) {
    const auto peaks = find_gpu_peaks(DeviceInfo{0, name, std::int64_t{80} << 30U, {}}, {});
    REQUIRE(peaks);
    CHECK(peaks->gb_per_s > 0);
    // Formats get no slower as they get shorter, and float16 is twice TF32 where there is both.
    const auto tf32 = peaks->of(PeakFormat::Tf32), half = peaks->of(PeakFormat::Half);
    REQUIRE(half);
    if (tf32) CHECK(*half / *tf32 == doctest::Approx(2).epsilon(0.02));
    if (const auto float8 = peaks->of(PeakFormat::Float8))
      CHECK(*float8 / *half == doctest::Approx(2).epsilon(0.03));
  }
}

TEST_CASE("peaks belong to the model that the name says, not to one whose name begins alike") {
  const auto peaks = [](const char* name, std::int64_t gib) {
    return find_gpu_peaks(DeviceInfo{0, name, gib << 30U, {}}, {});
  };
  CHECK(peaks("NVIDIA A100-SXM4-80GB", 79)->gb_per_s == 2039);
  CHECK(peaks("NVIDIA A100-SXM4-40GB", 39)->gb_per_s == 1555);
  CHECK(peaks("NVIDIA RTX A4000", 15)->gpu == "RTX A4000");
  CHECK(peaks("NVIDIA A40", 44)->gpu == "A40");
  CHECK(peaks("NVIDIA H100 80GB HBM3", 79)->gpu == "H100 SXM");
  CHECK(peaks("NVIDIA H200", 140)->gpu == "H200");
  CHECK(peaks("AMD Instinct MI300X VF", 191)->gpu == "MI300X");
  CHECK(peaks("NVIDIA H200 NVL", 140)->of(PeakFormat::Half) == 835.5);
  CHECK(peaks("NVIDIA GB200", 185)->gpu == "GB200");
  CHECK(peaks("NVIDIA GH200 480GB", 95)->gb_per_s == 4000);
  CHECK(peaks("NVIDIA GH200 144G HBM3e", 143)->gb_per_s == 4900);
  CHECK(peaks("NVIDIA A10G", 22)->gpu == "A10G");
  CHECK(peaks("NVIDIA A10", 22)->gpu == "A10");
  CHECK(peaks("Tesla V100-PCIE-32GB", 31)->of(PeakFormat::Half) == 112);
  CHECK(peaks("Tesla V100S-PCIE-32GB", 31)->gb_per_s == 1134);
  CHECK(peaks("NVIDIA L4", 22)->gpu == "L4");
  CHECK(peaks("AMD Instinct MI300A", 127)->gpu == "MI300A");
  CHECK(peaks("AMD Instinct MI250X / MI250", 63)->gpu == "MI250X, one die");
  CHECK(peaks("NVIDIA PG509-210", 79) == std::nullopt);
  CHECK(peaks("Tesla V100-SXM2-16GB", 15)->of(PeakFormat::Bfloat16) == std::nullopt);
}

TEST_CASE("what the user says of a GPU comes before the table, for any that its name fits") {
  const std::vector<GpuPeaks> own{{"PG509", {10, 20, 40, 40, 0}, 1000}, {"H200", {1}, 2}};
  const auto peaks = [&](const char* name) {
    return find_gpu_peaks(DeviceInfo{0, name, std::int64_t{80} << 30U, {}}, own);
  };
  CHECK(peaks("NVIDIA PG509-210")->gb_per_s == 1000);
  CHECK(peaks("NVIDIA H200")->gb_per_s == 2);
  CHECK(peaks("NVIDIA H100 80GB HBM3")->gpu == "H100 SXM");
  CHECK(peaks("NVIDIA H2000") == std::nullopt);
  CHECK(peaks("nvidia h200")->gb_per_s == 2);
}

TEST_CASE("a rate that the user leaves out is the built-in one, if there is one") {
  const std::vector<GpuPeaks> own{{"h200", {}, 4000}, {"PG509", {}, 1000}};
  const auto peaks = [&](const char* name) {
    return *find_gpu_peaks(DeviceInfo{0, name, std::int64_t{80} << 30U, {}}, own);
  };
  CHECK(peaks("NVIDIA H200").gb_per_s == 4000);
  CHECK(peaks("NVIDIA H200").of(PeakFormat::Bfloat16) == 989.4);
  CHECK(peaks("NVIDIA PG509-210").of(PeakFormat::Bfloat16) == std::nullopt);
}

TEST_CASE("an operator cut by a range has the time in it, and the rates of all of it") {
  TraceText trace;
  trace.top_level(kV100);
  add_op(trace, 0, "aten::mm", shapes("[[1024,1024],[1024,1024]]", "c10::Half"), "h884gemm", "20");
  const RooflineTable whole = roofline_of(trace);
  const RooflineTable found = roofline_of(trace, true, range_window({15'000, 25'000}));
  REQUIRE(whole.rows.size() == 1);
  REQUIRE(found.rows.size() == 1);
  CHECK(whole.rows[0].device_ns == 20'000);
  CHECK(found.rows[0].count == 1);
  CHECK(found.rows[0].device_ns == 10'000);
  CHECK(*found.rows[0].tflops() == doctest::Approx(*whole.rows[0].tflops()));
  CHECK(found.devices.at(0).compute_ns == 10'000);
}
