#include "core/analysis/kernels/compile.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("graphs that are only launched in the trace are not said to be none") {
  const auto text_of = [](const TraceText& trace) {
    const auto loaded = trace.load();
    const ReadEvent read;
    const ReportInput in{*loaded, whole_window(), read, {}};
    return to_text(in, *in.of<CompileTable>());
  };
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "0", "5", R"("correlation":1)");
  trace.kernel("a", "10", "5", "1");
  CHECK(text_of(trace).find("no compiled regions and no CUDA graphs") != std::string::npos);
  trace.cpu("cuda_runtime", "cudaGraphLaunch", "20", "5", R"("correlation":2)");
  trace.cpu("cuda_runtime", "cudaGraphLaunch", "30", "5", R"("correlation":3)");
  CHECK(text_of(trace) ==
        "n/a: the window has no compiled regions; 2 graph launches have no kernels in the trace\n");
  trace.kernel("b", "40", "5", "3");
  CHECK(text_of(trace).find("1 graph launch has no kernels in the trace\n") != std::string::npos);
}
