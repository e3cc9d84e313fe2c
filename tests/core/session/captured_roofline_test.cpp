// Operators that only a capture trace has count in the roofline like those of the trace.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/roofline.h"
#include "core/analysis/results.h"
#include "core/session/capture_trace.h"
#include "core/session/session.h"
#include "tests/core/analysis/gpu_time/roofline_trace.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

const std::string kMm = shapes("[[1024,1024],[1024,1024]]", "c10::Half");
const std::string kConvolution =
    shapes("[[2,3,8,8],[4,3,3,3],[],[],[],[],[],[],[]]", "c10::Half") +
    R"(,"Concrete Inputs":["","","","[1, 1]","[0, 0]","[1, 1]","False","[0, 0]","1"])";

std::string node(int number) {
  return R"("graph id":3,"graph node id":)" + std::to_string(number);
}

/// In an operator without a model: two products with two kernels each, a convolution and a sort.
TraceText captured() {
  TraceText t;
  int launches = 0;
  const auto launch = [&](const std::string& ts) {
    ++launches;
    t.cpu("cuda_runtime", "cudaLaunchKernel", ts, "1",
          R"("correlation":)" + std::to_string(launches + 1) + "," + node(launches + 10));
  };
  t.cpu("cuda_runtime", "cudaStreamBeginCapture", "5", "2", R"("correlation":1)");
  t.cpu("cpu_op", "custom::block", "10", "80");
  for (const int at : {12, 22}) {
    t.cpu("cpu_op", "aten::mm", std::to_string(at), "8", kMm);
    t.cpu("cpu_op", "aten::resize_", std::to_string(at + 4), "3");
    launch(std::to_string(at + 1));
    launch(std::to_string(at + 5));
  }
  t.cpu("cpu_op", "aten::convolution", "32", "8", kConvolution);
  launch("33");
  t.cpu("cpu_op", "aten::sort", "42", "8");
  launch("43");
  t.cpu("cuda_runtime", "cudaStreamEndCapture", "95", "2", R"("correlation":99)");
  return t;
}

TraceText replays(int count) {
  TraceText t;
  t.top_level(kV100);
  for (int replay = 0; replay < count; ++replay) {
    const int begin = 1000 * (replay + 1);
    const std::string id = std::to_string(1000 + replay);
    t.cpu("cuda_runtime", "cudaGraphLaunch", std::to_string(begin), "5", R"("correlation":)" + id);
    for (int i = 0; i < 6; ++i) {
      const char* const kernel = i == 4 ? "implicit_gemm" : i == 5 ? "sort" : "h884gemm";
      t.kernel(kernel, std::to_string(begin + 10 + 20 * i), i % 2 == 0 ? "15" : "5", id, "7",
               node(i + 11));
    }
  }
  return t;
}

RooflineTable roofline_of(const LoadedTrace& trace) {
  const ReadEvent read = Session::event_reader(trace);
  return analyse_roofline({*trace.snapshot, whole_window(), read});
}

}  // namespace

TEST_CASE("operators that only a capture trace has are in the roofline, once for each replay") {
  const TempFolder folder;
  auto plain = load_trace(folder.write("run.json", replays(3).text()));
  REQUIRE(plain.ok());
  CHECK(roofline_of(plain.value()).rows.empty());
  CHECK_FALSE(roofline_of(plain.value()).has_shapes);
  const auto joined =
      with_capture_trace(std::move(plain).value(), folder.write("other.json", captured().text()));
  REQUIRE(joined.ok());
  const Snapshot& trace = *joined.value().snapshot;
  const RooflineTable table = roofline_of(joined.value());
  CHECK(table.has_shapes);
  REQUIRE(table.rows.size() == 2);
  const RooflineRow& mm = table.rows[0];
  CHECK(trace.text(mm.op) == "aten::mm");
  CHECK(mm.count == 6);  // two in each replay
  CHECK(mm.device_ns == 120'000);
  CHECK(mm.calls.size() == 2);
  CHECK(mm.work.shapes == "[[1024,1024],[1024,1024]]");
  CHECK(mm.work.flops == 2.0 * 1024 * 1024 * 1024);
  CHECK(*mm.tflops() == doctest::Approx(107.37).epsilon(1e-3));  // 20 µs each
  CHECK(mm.bound == RooflineBound::Compute);
  CHECK(
      trace.text(trace.find_slice(mm.longest)->chunk->name[trace.find_slice(mm.longest)->slice]) ==
      "h884gemm");
  const RooflineRow& convolution = table.rows[1];
  CHECK(trace.text(convolution.op) == "aten::convolution");
  CHECK(convolution.count == 3);
  CHECK(convolution.work.flops == 2.0 * 2 * 6 * 6 * 4 * 3 * 3 * 3);  // needs stride and padding
  CHECK(table.devices[0].modelled_ns == 165'000);
  REQUIRE(table.unmodelled.size() == 1);
  CHECK(trace.text(table.unmodelled[0].name) == "aten::sort");
  CHECK(table.unmodelled[0].device_ns == 15'000);
}

TEST_CASE("a capture trace without shapes leaves its operators out of the roofline") {
  const TempFolder folder;
  TraceText captured;
  captured.cpu("cuda_runtime", "cudaStreamBeginCapture", "5", "2", R"("correlation":1)");
  captured.cpu("cpu_op", "aten::mm", "10", "20");
  captured.cpu("cuda_runtime", "cudaLaunchKernel", "15", "5", R"("correlation":2,)" + node(11));
  captured.cpu("cuda_runtime", "cudaStreamEndCapture", "50", "2", R"("correlation":3)");
  TraceText run;
  run.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":9)");
  run.kernel("gemm", "110", "5", "9", "7", node(11));
  auto trace = load_trace(folder.write("run.json", run.text()));
  REQUIRE(trace.ok());
  const auto joined =
      with_capture_trace(std::move(trace).value(), folder.write("other.json", captured.text()));
  REQUIRE(joined.ok());
  const RooflineTable table = roofline_of(joined.value());
  CHECK(table.rows.empty());
  CHECK_FALSE(table.has_shapes);
  REQUIRE(table.unmodelled.size() == 1);
  CHECK(joined.value().snapshot->text(table.unmodelled[0].name) == "aten::mm");
}
