#include "core/analysis/launch/launches.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// The line that begins with a word.
std::string line_of(const std::string& text, const std::string& word) {
  const std::size_t at = text.find("\n" + word + " ");
  REQUIRE(at != text.npos);
  return text.substr(at + 1, text.find('\n', at + 1) - at - 1);
}

}  // namespace

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
  const std::string line = line_of(text, "wait");
  CHECK(line.find("20.00 µs") != line.npos);
  CHECK(line.find("−6.000 µs") == line.npos);
  // JSON has the delays, of which one is negative: the text says them too, and how they differ.
  const Json json = to_json(in, *in.of<LaunchTable>());
  CHECK(json["delay"]["min_ns"] == -6'000);
  CHECK(json["delay"]["mean_ns"] == 17'000);
  const std::string delays = line_of(text, "delay");
  CHECK(delays.find("−6.000 µs") != delays.npos);
  CHECK(delays.find("17.00 µs") != delays.npos);
  CHECK(text.find("negative if the work starts first") != text.npos);
}

TEST_CASE("without a negative delay, delays are the waits, and told once") {
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "0", "10", R"("correlation":1)");
  trace.kernel("late", "50", "20", "1");
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const std::string text = to_text(in, *in.of<LaunchTable>());
  CHECK(line_of(text, "wait").find("40.00 µs") != std::string::npos);
  CHECK(text.find("\ndelay") == text.npos);
}
