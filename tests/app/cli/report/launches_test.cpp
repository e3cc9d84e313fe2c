#include "core/analysis/launch/launches.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("a mean wait is the same over all launches and in the rows of calls") {
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "0", "10", R"("correlation":1)");
  trace.kernel("early", "4", "20", "1");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "100", "10", R"("correlation":2)");
  trace.kernel("late", "150", "20", "2");
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const std::string text = to_text(in, *in.of<LaunchTable>());
  CAPTURE(text);
  // 0 and 40 µs: the first kernel starts 6 µs before its call ends.
  const std::size_t waits = text.find("\nwait ");
  REQUIRE(waits != text.npos);
  const std::string line = text.substr(waits + 1, text.find('\n', waits + 1) - waits - 1);
  CHECK(line.find("20.00 µs") != line.npos);
  CHECK(line.find("−6.000 µs") == line.npos);
  CHECK(in.of<LaunchTable>()->delay.min_ns == -6'000);
}
