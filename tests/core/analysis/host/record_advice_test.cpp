#include "core/analysis/host/record_advice.h"

#include <string>

#include <doctest/doctest.h>

#include "core/analysis/events/device_info.h"
#include "core/analysis/host/recorder.h"
#include "core/readers/capture/loader.h"
#include "core/view/details/model.h"
#include "core/view/memory/text.h"
#include "core/view/tables/data_tables.h"
#include "core/view/text/record_hint.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

std::shared_ptr<const Snapshot> recorded() {
  ChannelBytes thread;
  thread.thread(1).push(10, "work").begin(20, {.correlation = 1}).end(30, 1).pop(40);
  CaptureBytes bytes;
  bytes.records(thread, 1).end();
  auto loaded = load_capture(memory_byte_source(bytes.bytes()), {}, {});
  REQUIRE(loaded.ok());
  return loaded.value().snapshot;
}

bool names(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE(
    "who opens a recording is told what the recorder offers, and not what torch.profiler does") {
  const auto profiled = TraceText().cpu("cpu_op", "aten::add", "1", "2").load();
  const auto recording = recorded();
  CHECK_FALSE(is_recording(*profiled));
  REQUIRE(is_recording(*recording));
  CHECK(record_advice(*profiled, Recordable::Shapes) == "record with record_shapes=True");
  CHECK(names(std::string(record_advice(*recording, Recordable::Shapes)), "--shapes"));
  for (const Recordable what : {Recordable::Steps, Recordable::Shapes, Recordable::Allocations}) {
    CHECK_FALSE(names(std::string(record_advice(*recording, what)), "=True"));
    CHECK_FALSE(names(std::string(record_advice(*recording, what)), "prof.step"));
  }
  CHECK(names(std::string(missing_memory(*recording)), "attach --memory"));
}

TEST_CASE("a recording of a program that does not use a GPU is not told of NVTX or of its memory") {
  ChannelBytes samples;
  samples.samples();
  samples.sample(100'000, {.tid = 1});
  CaptureBytes bytes;
  bytes.hello("pid=1\nexe=/usr/bin/python3\ncwd=/app\nargv=python3 train.py\nwhy=sampled\n");
  auto loaded = load_capture(memory_byte_source(bytes.records(samples, 0).end().bytes()), {}, {});
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  for (const Recordable what : {Recordable::Steps, Recordable::Allocations}) {
    const std::string advice(record_advice(trace, what));
    CHECK_FALSE(names(advice, "NVTX"));
    CHECK_FALSE(names(advice, "attach"));
    CHECK(names(advice, "a PyTorch program with torch.profiler"));
  }
}

TEST_CASE(
    "traces of other tools are told of torch.profiler's options only together with its name") {
  Snapshot trace = *TraceText().cpu("cpu_op", "aten::add", "1", "2").load();
  for (const char* const format : {"nsys-sqlite", "xplane", "rpd", "rocpd", "rocprofv3-json",
                                   "speedscope", "pprof", "collapsed-stacks", "perfetto"}) {
    CAPTURE(format);
    trace.info.format = format;
    for (std::size_t i = 0; i < kRecordables; ++i) {
      const std::string advice(record_advice(trace, static_cast<Recordable>(i)));
      CAPTURE(advice);
      CHECK(advice.size() > 10);
      if (names(advice, "a PyTorch program with torch.profiler")) continue;
      for (const char* const option : {"prof.step", "ProfilerActivity", "with_stack",
                                       "record with record_shapes", "profile_memory"})
        CHECK_FALSE(names(advice, option));
    }
    const std::string memory(missing_memory(trace));
    CHECK((names(memory, "torch.profiler") || !names(memory, "profile_memory")));
  }
  trace.info.format = "xplane";
  CHECK(names(std::string(record_hint(trace, Recordable::Steps)), "StepTraceAnnotation"));
  trace.info.format = "nsys-sqlite";
  CHECK(names(std::string(record_hint(trace, Recordable::Steps)), "NVTX range"));
  trace.info.format = "rpd";
  CHECK(names(std::string(record_hint(trace, Recordable::Steps)), "roctx range"));
}

TEST_CASE("Perfetto traces are told what the tool offers that wrote them") {
  const auto recorder = [](TraceText& text) {
    Snapshot trace = *text.load();
    trace.info.format = "perfetto";
    return recorder_of(trace);
  };
  TraceText of_pytorch, of_rocm, of_copies, of_any;
  CHECK(recorder(of_pytorch.cpu("cpu_op", "aten::add", "1", "2")) == Recorder::Other);
  CHECK(recorder(of_rocm.cpu("hip_runtime", "hipLaunchKernel", "1", "2")) == Recorder::Rocm);
  CHECK(recorder(of_any.cpu("gpu_runtime", "launch", "1", "2")) == Recorder::Perfetto);
  Snapshot copies = *of_copies.kernel("a", "1", "2", "1").load();
  copies.info.format = "perfetto";
  LoadIssue issue;
  issue.kind = "moved_edges";
  copies.report.issues.push_back(issue);
  CHECK(recorder_of(copies) == Recorder::Rocm);
  CHECK(matrix_units(copies) == "matrix cores");
  for (std::size_t i = 0; i < kRecordables; ++i) {
    const auto advice = advice_of(Recorder::Perfetto, static_cast<Recordable>(i));
    CHECK_FALSE(names(std::string(advice), "record a PyTorch program"));
  }
}

TEST_CASE("a converted trace is told what the tool offers that recorded it") {
  TraceText converted;
  converted.top_level(R"("lanescopeRecordedAs": "nsys-sqlite")");
  const auto trace = converted.cpu("cpu_op", "forward", "1", "2").load();
  CHECK(recorder_of(*trace) == Recorder::Nsight);
  CHECK_FALSE(is_recording(*trace));
  CHECK(names(std::string(record_advice(*trace, Recordable::Steps)), "NVTX range"));
}

TEST_CASE("of a part without a whole step the whole trace is what to open") {
  TraceText part;
  part.top_level(R"("lanescopePartNs": [5000, 15000])");
  part.cpu("user_annotation", "ProfilerStep#6", "0", "100").cpu("cpu_op", "aten::add", "6", "2");
  const auto trace = part.load();
  REQUIRE(trace->steps.empty());
  CHECK(names(std::string(record_advice(*trace, Recordable::Steps)), "open the whole trace"));
  CHECK(names(std::string(record_hint(*trace, Recordable::Steps)), "No steps: open the whole"));
  CHECK_FALSE(has_cut_steps(*TraceText().cpu("cpu_op", "aten::add", "1", "2").load()));
}

TEST_CASE("of a trace that ended before its only step did a longer one is what to record") {
  TraceText text;
  text.event(
      R"({"ph": "B", "cat": "user_annotation", "name": "ProfilerStep#6", "pid": 1, "tid": 1, "ts": 0})");
  const auto trace = text.cpu("cpu_op", "aten::add", "6", "2").load();
  REQUIRE(trace->steps.empty());
  CHECK(names(std::string(record_advice(*trace, Recordable::Steps)), "record for longer"));
  CHECK(names(std::string(record_hint(*trace, Recordable::Steps)), "No steps: record for longer"));
}

TEST_CASE("what gives steps to a recording is named, and gives them") {
  const auto recording = recorded();
  const ReadEvent read = [](EventId) { return std::nullopt; };
  const AnalysisResults results(*recording, whole_window(), read);
  const DataInput in{results};
  CHECK(names(steps_table(in, {}).empty, "NVTX range named step 1"));

  ChannelBytes thread;
  thread.thread(1).push(10, "step 1").pop(40).push(50, "step 2").pop(90);
  CaptureBytes bytes;
  bytes.records(thread, 1).end();
  const auto loaded = load_capture(memory_byte_source(bytes.bytes()), {}, {});
  REQUIRE(loaded.ok());
  CHECK(loaded.value().snapshot->steps.size() == 2);
}

TEST_CASE("a trace of counters is not told to record the GPU, but that counters have no times") {
  TraceText counters;
  counters.cpu("cpu_op", "aten::mm", "1", "2")
      .slice("cuda_profiler_range", "gemm", "0", "0", "5", "10", R"("dram__bytes.sum": 5)");
  const auto trace = counters.load();
  REQUIRE(has_only_counters(*trace));
  CHECK(names(std::string(why_no_gpu_events(*trace)), "counters instead of kernel times"));
  CHECK(names(std::string(record_hint(*trace, Recordable::GpuWork)), "No kernel times: "));
  CHECK(names(std::string(record_advice(*trace, Recordable::GpuWork)), "without profiler_metrics"));
  const auto both = counters.kernel("gemm", "20", "5", "1").load();
  CHECK_FALSE(has_only_counters(*both));
  const auto host = TraceText().cpu("cpu_op", "aten::mm", "1", "2").load();
  CHECK_FALSE(has_only_counters(*host));
  CHECK(why_no_gpu_events(*host) == "the trace has no GPU events");
}

TEST_CASE("the launches of a trace of counters are not counted as none") {
  TraceText counters;
  counters.cpu("cuda_runtime", "cudaLaunchKernel", "1", "2")
      .slice("cuda_profiler_range", "gemm", "0", "0", "5", "10", R"("dram__bytes.sum": 5)");
  const auto trace = counters.load();
  const ReadEvent read = [](EventId) { return std::nullopt; };
  const AnalysisResults results(*trace, whole_window(), read);
  const DataTable table = launches_table({results}, LaunchGroupBy::Kernel, {});
  CHECK(table.rows.empty());
  CHECK(table.facts.empty());
  CHECK(names(table.empty, "No kernel times"));
}
