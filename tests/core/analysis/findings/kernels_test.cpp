// The rules about how well kernels use the GPU: an empty one (F20), plain float32 (F21), memory
// bandwidth (F22) and decoding (F23). Times are in µs.
#include <doctest/doctest.h>

#include "core/analysis/findings/rules.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/findings/findings_of.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// A kernel with its launch shape, "" for what the trace does not say.
std::string shaped(const std::string& name, int ts, int dur, const std::string& blocks,
                   const std::string& occupancy) {
  std::string args;
  if (!blocks.empty()) args = R"("blocks per SM": )" + blocks;
  if (!occupancy.empty()) {
    args +=
        (args.empty() ? "" : ", ") + std::string(R"("est. achieved occupancy %": )") + occupancy;
  }
  return gpu_slice("kernel", name, std::to_string(ts), std::to_string(dur), args);
}

double empty_pct(const std::string& blocks, const std::string& occupancy,
                 const std::string& name = "softmax", std::string_view threshold = "") {
  return most_of(HandMadeTrace({shaped(name, 0, 100, blocks, occupancy)}), "F20", threshold);
}

}  // namespace

TEST_CASE("long kernels with few blocks or low occupancy leave the GPU empty") {
  const FindingTable table = findings_of(HandMadeTrace({shaped("softmax", 0, 100, "0.25", "60")}));
  const Finding* finding = finding_of(table, "F20");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(75));  // a quarter of the multiprocessors is used
  CHECK(finding->low_pct == 0);
  CHECK(finding->confidence == Confidence::Low);
  CHECK(finding->where.event != EventId::None);
  CHECK(finding->title == "Long kernels leave part of the GPU unused");
  CHECK(empty_pct("4", "10") == doctest::Approx(60));    // 10 of the 25 % that would do
  CHECK(empty_pct("0.5", "10") == doctest::Approx(50));  // few blocks say more
  CHECK(empty_pct("1", "25") == -1);                     // neither is too low
  CHECK(empty_pct("4", "0") == -1);                      // 0 is what CUPTI can not estimate
  CHECK(empty_pct("4", "10", "softmax", "low_occupancy=10%") == -1);
  CHECK(empty_pct("0.96", "") == -1);  // 4 % is not above 5 %
  CHECK(empty_pct("0.96", "", "softmax", "empty_kernels=3%") == doctest::Approx(4));
}

TEST_CASE("tensor cores need little occupancy, but enough blocks") {
  CHECK(empty_pct("4", "10", "sm90_xmma_gemm_bf16bf16_bf16f32") == -1);
  CHECK(empty_pct("0.5", "10", "sm90_xmma_gemm_bf16bf16_bf16f32") == doctest::Approx(50));
}

TEST_CASE("only kernels that make up most of the time and are not tiny are looked at") {
  const auto behind = [](int first, int second) {
    return HandMadeTrace(
        {shaped("full", 0, first, "4", "60"), shaped("empty", first, second, "0.5", "60")});
  };
  CHECK(most_of(behind(79, 21), "F20") == doctest::Approx(10.5));
  CHECK(most_of(behind(80, 20), "F20") == -1);  // what makes up 80 % is seen before
  CHECK(most_of(behind(80, 20), "F20", "kernel_time=81%") == doctest::Approx(10));
  std::vector<std::string> tiny;
  for (int i = 0; i < 10; ++i) tiny.push_back(shaped("tiny", 9 * i, 9, "0.5", "60"));
  CHECK(most_of(HandMadeTrace(tiny), "F20") == -1);
  CHECK(most_of(HandMadeTrace(tiny), "F20", "tiny_kernel=9us") == doctest::Approx(50));
  const FindingTable unknown = findings_of(HandMadeTrace({shaped("softmax", 0, 100, "", "")}));
  CHECK(why_not_judged(unknown, "F20") ==
        "the trace has neither blocks per SM nor occupancy of kernels");
  CHECK(most_of(HandMadeTrace({shaped("none", 0, 0, "0.1", "1")}), "F20") == -1);
}

namespace {

std::string device_named(const std::string& name) {
  return R"("deviceProperties": [{"id": 0, "name": ")" + name +
         R"(", "totalGlobalMem": 16945512448, "numSms": 80}])";
}

/// Operators that launch one kernel each; the kernels follow each other from 1,000 on.
class OpTrace {
 public:
  explicit OpTrace(const std::string& device = "Tesla V100-SXM2-16GB") {
    text_.top_level(device_named(device));
  }
  /// `dims` empty: without shapes.
  OpTrace& op(const std::string& name, const std::string& dims, const std::string& type,
              const std::string& kernel, int dur) {
    const std::string id = std::to_string(++count_), ts = std::to_string(10 * count_);
    const std::string args = dims.empty() ? ""
                                          : R"("Input Dims": )" + dims + R"(, "Input type": [")" +
                                                type + R"(", ")" + type + R"("])";
    text_.cpu("cpu_op", name, ts, "9", args);
    text_.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(10 * count_ + 1), "1",
              R"("correlation":)" + id);
    text_.kernel(kernel, std::to_string(start_), std::to_string(dur), id);
    start_ += dur;
    return *this;
  }
  [[nodiscard]] FindingTable findings(std::string_view threshold = "") const {
    const LoadedText loaded = load_with_source(text_);
    AnalysisWindow window = whole_window();
    Thresholds thresholds;
    if (!threshold.empty()) REQUIRE(!set_threshold(threshold, thresholds).has_value());
    window.thresholds = SharedThresholds(thresholds);
    return analyse_findings(
        {*loaded.snapshot, window, [&](EventId event) { return loaded.json(event); }});
  }
  /// As most_of.
  [[nodiscard]] double most(std::string_view id, std::string_view threshold = "") const {
    const FindingTable table = findings(threshold);
    const Finding* finding = finding_of(table, id);
    return finding == nullptr ? -1 : finding->high_pct;
  }

 private:
  TraceText text_;
  int count_ = 0, start_ = 1000;
};

constexpr const char* kSquare = "[[1024,1024],[1024,1024]]";

}  // namespace

TEST_CASE("products in plain float32 could run on tensor cores") {
  // 2 * 1024^3 operations in 200 µs are 10.7 of 15.7 TFLOP/s: bound by arithmetic. Tensor cores do
  // 125, and at least 1.5 times as much.
  OpTrace trace;
  trace.op("aten::mm", kSquare, "float", "volta_sgemm_128x64_nn", 200);
  const FindingTable table = trace.findings();
  const Finding* finding = finding_of(table, "F21");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(100 * (1 - 15.7 / 125)));
  CHECK(finding->low_pct == doctest::Approx(100.0 / 3));
  CHECK(finding->evidence[0].text.head.find("tensor cores of the V100") != std::string::npos);
  CHECK(finding->where.event != EventId::None);
  CHECK(trace.most("F21", "tensor_core_gain=10x") == -1);  // they are 8 times as fast
  // 10 % is not above.
  trace.op("aten::sort", "", "", "sort", 1800);
  CHECK(trace.most("F21") == -1);
  CHECK(trace.most("F21", "plain_float=9.9%") > 0);
}

TEST_CASE("half precision, TF32, sums and GPUs without tensor cores are no plain float32") {
  CHECK(OpTrace().op("aten::mm", kSquare, "c10::Half", "hgemm", 200).most("F21") == -1);
  CHECK(OpTrace("NVIDIA A100-SXM4-40GB")
            .op("aten::mm", kSquare, "float", "cutlass_80_tensorop_s1688gemm_128x128", 200)
            .most("F21") == -1);
  CHECK(OpTrace().op("aten::add", kSquare, "float", "elementwise", 200).most("F21") == -1);
  // Compute capability 6.0: half precision is twice as fast there, without tensor cores.
  CHECK(OpTrace("Tesla P100-PCIE-16GB")
            .op("aten::mm", kSquare, "float", "maxwell_sgemm", 250)
            .most("F21") == -1);
}

TEST_CASE("without shapes, kernels that are named for plain float32 tell it") {
  const FindingTable table =
      OpTrace().op("aten::conv2d", "", "", "volta_scudnn_128x64", 200).findings();
  const Finding* finding = finding_of(table, "F21");
  REQUIRE(finding != nullptr);
  CHECK(finding->confidence == Confidence::Medium);
  CHECK(finding->high_pct == doctest::Approx(100 * (1 - 15.7 / 125)));
  CHECK(finding->where.event != EventId::None);
  CHECK(why_not_judged(OpTrace().op("aten::mm", "", "", "hgemm", 200).findings(), "F21")
            .find("record_shapes=True") != std::string::npos);
}

TEST_CASE("convolutions tell plain float32 by the type of their elements") {
  const auto most = [](const std::string& kernel) {
    return OpTrace().op("aten::cudnn_convolution", "", "", kernel, 200).most("F21");
  };
  CHECK(most("void cudnn::detail::dgrad_engine<float, 512, 6, 5, 3, 3, 3, false>(int, float*)") >
        0);
  CHECK(most("void cudnn::cnn::wgrad_alg0_engine<float, 128, 5, 5, 3, 3, 3>(int, float const*)") >
        0);
  CHECK(most("void cudnn::winograd_nonfused::winogradForwardData4x4<float, float>(float*)") > 0);
  CHECK(most("void implicit_convolve_sgemm<float, float, 1024, 6, 7>(int, float const*)") > 0);
  CHECK(most("void cudnn::detail::dgrad_engine<__half, 512, 6, 5>(int, float const*)") == -1);
  CHECK(most("void implicit_convolve_sgemm<__half, __half, 128, 5>(int, float const*)") == -1);
  CHECK(most("void cudnn::winograd_nonfused::winogradForwardData4x4<float, __half>(int)") == -1);
  CHECK(most("void cudnn::bn_fw_tr_1C11_kernel_NCHW<float, float, 512>(float*)") == -1);
}

TEST_CASE("products in plain float32 that are not on the critical path gain little") {
  TraceText text;
  text.top_level(device_named("Tesla V100-SXM2-16GB"));
  // The host launches a kernel of 62 µs every 100 µs, so only the last one is waited for.
  for (int i = 0; i < 10; ++i) {
    const std::string id = std::to_string(i + 1);
    text.cpu("cpu_op", "aten::conv2d", std::to_string(100 * i), "90");
    text.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(100 * i + 1), "1",
             R"("correlation":)" + id);
    text.kernel("volta_scudnn_128x64", std::to_string(100 * i + 10), "62", id);
  }
  const LoadedText loaded = load_with_source(text);
  const FindingTable table = analyse_findings(
      {*loaded.snapshot, whole_window(), [&](EventId event) { return loaded.json(event); }});
  const Finding* finding = finding_of(table, "F21");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(100 * 62.0 / 962));
  CHECK(finding->evidence.back().text.head ==
        "Only 6.4 % of the critical path is GPU compute; up to 56 % can be gained once the rest of "
        "the path is shorter");
}

TEST_CASE("a gain that is less than what is reported at all is not told apart from it") {
  TraceText text;
  text.top_level(device_named("Tesla V100-SXM2-16GB"));
  // All kernels end before the host does, so none is on the critical path.
  for (int i = 0; i < 10; ++i) {
    const std::string id = std::to_string(i + 1);
    text.cpu("cpu_op", "aten::conv2d", std::to_string(100 * i), "95");
    text.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(100 * i + 1), "1",
             R"("correlation":)" + id);
    text.kernel("volta_scudnn_128x64", std::to_string(100 * i + 10), i < 9 ? "62" : "1", id);
  }
  const LoadedText loaded = load_with_source(text);
  const FindingTable table = analyse_findings(
      {*loaded.snapshot, whole_window(), [&](EventId event) { return loaded.json(event); }});
  const Finding* finding = finding_of(table, "F21");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(1));
  CHECK(finding->evidence.back().text.head.starts_with(
      "Less than 1.0 % of the critical path is GPU compute; up to "));
}

TEST_CASE("products can be judged only with shapes and a GPU that is known") {
  const FindingTable shapeless = OpTrace().op("aten::mm", "", "", "sgemm", 200).findings();
  for (const char* id : {"F22", "F23"}) {
    CAPTURE(id);
    CHECK(why_not_judged(shapeless, id).find("record_shapes=True") != std::string::npos);
  }
  const FindingTable unknown =
      OpTrace("Unheard-of 1").op("aten::mm", kSquare, "float", "sgemm", 200).findings();
  CHECK(why_not_judged(unknown, "F21") == "peak rates of this GPU are unknown");
  CHECK(why_not_judged(unknown, "F22") == "peak rates of this GPU are unknown");
}

TEST_CASE("operators bound by bandwidth are told above half of the computing") {
  // 3 * 4 MiB in 20 µs are 629 of 900 GB/s.
  const auto with_sort = [](int dur) {
    OpTrace trace;
    trace.op("aten::mul", "[[1048576],[1048576]]", "float", "elementwise", 20)
        .op("aten::sort", "", "", "sort", dur);
    return trace;
  };
  const FindingTable table = with_sort(12).findings();
  const Finding* finding = finding_of(table, "F22");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(100.0 * 10 / 32));  // half of 20 of 32
  CHECK(finding->low_pct == 0);
  CHECK(with_sort(20).most("F22") == -1);  // exactly half
  CHECK(with_sort(20).most("F22", "memory_bound=49%") == doctest::Approx(25));
  CHECK(with_sort(12).most("F22", "reached_ceiling=70%") == -1);  // 69.9 % of the bandwidth
}

TEST_CASE("products with few rows are decoding") {
  const auto products = [](const char* rows, int thin, int wide) {
    OpTrace trace;
    trace.op("aten::mm", "[[" + std::string(rows) + ",1024],[1024,1024]]", "c10::Half", "gemv",
             thin);
    if (wide > 0) trace.op("aten::mm", kSquare, "c10::Half", "h884gemm", wide);
    return trace;
  };
  const FindingTable table = products("16", 30, 20).findings();
  const Finding* finding = finding_of(table, "F23");
  REQUIRE(finding != nullptr);
  CHECK(finding->high_pct == doctest::Approx(60));
  CHECK(finding->low_pct == 0);
  CHECK(finding->where.event != EventId::None);
  CHECK(finding_of(table, "F22") == nullptr);  // which says less of the same
  CHECK(products("17", 30, 20).most("F23") == -1);
  CHECK(products("17", 30, 20).most("F23", "thin_product=17") == doctest::Approx(60));
  CHECK(products("16", 20, 20).most("F23") == -1);  // half of the products' time is not most
}
