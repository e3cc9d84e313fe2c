#include "core/analysis/memory/allocator.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

TEST_CASE("only where there is a warm-up are the calls for memory during and after it told apart") {
  const auto text_of = [](const TraceText& trace) {
    const auto loaded = trace.load();
    const ReadEvent read;
    const ReportInput in{*loaded, whole_window(), read, {}};
    return to_text(in, *in.of<AllocatorTable>());
  };
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaMalloc", "1", "5").cpu("cuda_runtime", "cudaFree", "22", "1");
  const std::string plain = text_of(trace);
  CHECK(plain.find("cudaFree …): 2 took 6.000 µs\n") != plain.npos);
  for (int i = 0; i < 4; ++i) {
    trace.cpu("user_annotation", "ProfilerStep#" + std::to_string(i), std::to_string(10 * i), "10");
  }
  const std::string of_steps = text_of(trace);
  CHECK(of_steps.find("1 took 1.000 µs after warm-up, 1 took 5.000 µs during it\n") !=
        of_steps.npos);
}
