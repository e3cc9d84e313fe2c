#include "core/analysis/memory/allocator.h"

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/findings/findings.h"
#include "core/analysis/gpu_time/counters.h"
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

TEST_CASE("a trace of AMD's tools or of JAX has no CUDA words in its report") {
  Snapshot trace = *TraceText().cpu("cuda_runtime", "hipLaunchKernel", "1", "5").load();
  const ReadEvent read;
  const auto text_of = [&](std::string_view format) {
    trace.info.format = format;
    const ReportInput in{trace, whole_window(), read, {}};
    return to_text(in, *in.of<AllocatorTable>()) + to_text(in, *in.of<CounterTable>()) +
           to_text(in, *in.of<FindingTable>());
  };
  const std::string of_cuda = text_of("kineto-json");
  CHECK(of_cuda.find("no allocator calls (cudaMalloc, cudaFree)\n") != of_cuda.npos);
  CHECK(of_cuda.find("no CUPTI profiler ranges") != of_cuda.npos);
  CHECK(of_cuda.find("matmuls without tensor cores") != of_cuda.npos);
  const std::string of_amd = text_of("rpd");
  CHECK(of_amd.find("no allocator calls (hipMalloc, hipFree)\n") != of_amd.npos);
  CHECK(of_amd.find("matmuls without matrix cores") != of_amd.npos);
  for (const std::string& text : {of_amd, text_of("xplane")}) {
    CHECK(text.find("cudaMalloc") == text.npos);
    CHECK(text.find("CUPTI") == text.npos);
    CHECK(text.find("no hardware counters by kernel") != text.npos);
  }
}
