#include <doctest/doctest.h>

#include "core/view/overview/load_report_model.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::uint64_t hidden(TraceText& text) {
  return issue_count(*text.load(), "graphs_without_kernels");
}

}  // namespace

TEST_CASE("graph launches whose kernels are not in the trace are reported") {
  TraceText t;
  t.cpu("cuda_runtime", "cudaLaunchKernel", "0", "5", R"("correlation":1)");
  t.kernel("a", "10", "5", "1");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "20", "5", R"("correlation":2)");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "30", "5", R"("correlation":3)");
  const auto trace = t.load();
  CHECK(issue_count(*trace, "graphs_without_kernels") == 2);
  CHECK(left_out_sentence(trace->report) ==
        "2 CUDA graph launches have no kernels in the trace, so GPU time is missing");
  CHECK(build_load_report(*trace).warning == left_out_sentence(trace->report));
  // They are in the trace.
  CHECK(trace->report.listed == 0);
}

TEST_CASE("graph launches with kernels are not, nor those of a trace without GPU work") {
  TraceText whole;
  whole.cpu("cuda_runtime", "cudaGraphLaunch", "20", "5", R"("correlation":2)");
  whole.kernel("a", "30", "5", "2");
  CHECK(hidden(whole) == 0);
  TraceText host;
  host.cpu("cuda_runtime", "cudaGraphLaunch", "20", "5", R"("correlation":2)");
  CHECK(hidden(host) == 0);
}

TEST_CASE("a launch and the driver's call inside it are one") {
  TraceText t;
  t.cpu("cuda_runtime", "cudaGraphLaunch", "20", "9", R"("correlation":2)");
  t.cpu("cuda_driver", "cuGraphLaunch", "22", "5", R"("correlation":3)");
  t.kernel("a", "40", "5", "3");
  CHECK(hidden(t) == 0);
}

}  // namespace lanescope
