#include "core/analysis/ops/annotations.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/analysis/ops/annotation_sites.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

constexpr Ns kUs = 1000;

/// A launch call of 1 µs on a thread, and its kernel.
void launch(TraceText& trace, int at_us, int kernel_us, int dur_us, int correlation,
            std::string_view tid = "100", std::string_view stream = "7",
            std::string_view kernel = "gemm") {
  const std::string number = std::to_string(correlation);
  trace.slice("cuda_runtime", "cudaLaunchKernel", "100", tid, std::to_string(at_us), "1",
              "\"correlation\":" + number);
  trace.kernel(kernel, std::to_string(kernel_us), std::to_string(dur_us), number, stream);
}

AnnotationTable annotations_of(const TraceText& trace,
                               const AnalysisWindow& window = whole_window()) {
  return analyse_annotations(*trace.load(), window);
}

const AnnotationRow& row_of(const AnnotationTable& table, std::string_view name) {
  const auto row = std::ranges::find(table.rows, name, &AnnotationRow::name);
  REQUIRE(row != table.rows.end());
  return *row;
}

TraceText two_steps() {
  TraceText trace;
  for (int step = 0; step < 2; ++step) {
    const int at = 100 * step;
    trace.cpu("user_annotation", "ProfilerStep#" + std::to_string(step), std::to_string(at), "90");
    trace.cpu("user_annotation", "forward", std::to_string(at + 10), "30");
    launch(trace, at + 15, at + 20, 10, 10 * step + 1);
    launch(trace, at + 20, at + 25, 10, 10 * step + 2, "100", "9", "ncclDevKernel_AllReduce");
    launch(trace, at + 50, at + 55, 4, 10 * step + 3);
  }
  return trace;
}

}  // namespace

TEST_CASE("GPU work belongs to the annotations around its launch, to the innermost as its own") {
  const AnnotationTable table = annotations_of(two_steps());
  CHECK(table.has_gpu_events);
  CHECK_FALSE(table.on_gpu);
  REQUIRE(table.rows.size() == 2);
  const AnnotationRow& steps = table.rows[0];
  CHECK(steps.name == "ProfilerStep*");
  CHECK(steps.calls == 2);
  CHECK(steps.self.events == 2);
  CHECK(steps.self.total_ns == 8 * kUs);
  CHECK(steps.all.events == 6);
  CHECK(steps.all.kernels == 6);
  CHECK(steps.all.total_ns == 48 * kUs);
  const AnnotationRow& forward = table.rows[1];
  CHECK(forward.name == "forward");
  CHECK(forward.all.total_ns == 40 * kUs);
  CHECK(forward.self.total_ns == 40 * kUs);
  CHECK(forward.span_ns == 30 * kUs);  // the streams overlap by 5 µs in each step
  CHECK(forward.all.classes_ns[static_cast<std::size_t>(GpuClass::Communication)] == 20 * kUs);
  CHECK(forward.all.classes_ns[static_cast<std::size_t>(GpuClass::Compute)] == 20 * kUs);
}

TEST_CASE("what is launched in no annotation is a row of its own, behind the others") {
  TraceText trace = two_steps();
  launch(trace, 95, 96, 500, 99);
  const AnnotationTable table = annotations_of(trace);
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows.back().name.empty());
  CHECK(table.rows.back().calls == 0);
  CHECK(table.rows.back().self.total_ns == 500 * kUs);
  Ns all_ns = 0;
  for (const AnnotationRow& row : table.rows) all_ns += row.self.total_ns;
  CHECK(all_ns == 548 * kUs);
}

TEST_CASE("work inside a range of the same name counts once") {
  TraceText trace;
  trace.cpu("user_annotation", "block", "0", "100");
  trace.cpu("user_annotation", "block", "10", "50");
  launch(trace, 20, 30, 7, 1);
  const AnnotationTable table = annotations_of(trace);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].calls == 2);
  CHECK(table.rows[0].all.events == 1);
  CHECK(table.rows[0].all.total_ns == 7 * kUs);
}

TEST_CASE("the backward pass runs on a thread of its own, in what the waiting thread has open") {
  TraceText trace;
  trace.cpu("user_annotation", "ProfilerStep#1", "0", "100");
  trace.cpu("user_annotation", "backward", "10", "60");
  trace.slice("cpu_op", "autograd::engine::evaluate_function: MmBackward0", "100", "200", "20",
              "20");
  launch(trace, 25, 30, 9, 1, "200");
  trace.slice("cpu_op", "aten::copy_", "100", "300", "20", "20");  // a loader's
  launch(trace, 26, 40, 5, 2, "300");
  trace.slice("cpu_op", "AddmmBackward", "100", "200", "50", "10");  // as in 2021
  launch(trace, 55, 60, 3, 3, "200");
  const AnnotationTable table = annotations_of(trace);
  CHECK(row_of(table, "backward").self.total_ns == 12 * kUs);
  CHECK(row_of(table, "ProfilerStep*").all.total_ns == 12 * kUs);
  CHECK(row_of(table, "").self.total_ns == 5 * kUs);
}

TEST_CASE("without a launch call the GPU's own annotation on the stream tells it") {
  TraceText trace;
  trace.cpu("user_annotation", "forward", "0", "10");
  trace.slice("gpu_user_annotation", "forward", "0", "7", "19.999", "10.002",
              R"("External id": 5)");
  trace.kernel("gemm", "20", "10", "1");
  trace.kernel("gemm", "20", "10", "2", "9");  // on another stream
  trace.kernel("gemm", "28", "10", "3", "7");  // outlasts it
  const AnnotationTable table = annotations_of(trace);
  CHECK_FALSE(table.on_gpu);
  CHECK(row_of(table, "forward").calls == 1);
  CHECK(row_of(table, "forward").self.events == 1);
  CHECK(row_of(table, "").self.events == 2);
}

TEST_CASE("where the host marked nothing, the annotations of the GPU are the rows") {
  TraceText trace;
  trace.slice("gpu_user_annotation", "step", "0", "7", "0", "100", "");
  trace.slice("gpu_user_annotation", "forward", "0", "7", "10", "50", "");
  trace.kernel("gemm", "20", "10", "1");
  trace.kernel("gemm", "70", "10", "2");
  const AnnotationTable table = annotations_of(trace);
  CHECK(table.on_gpu);
  CHECK(row_of(table, "forward").calls == 1);
  CHECK(row_of(table, "forward").all.total_ns == 10 * kUs);
  CHECK(row_of(table, "step").all.total_ns == 20 * kUs);
  CHECK(row_of(table, "step").self.total_ns == 10 * kUs);
}

TEST_CASE("in old traces ranges are operators with the names of ranges") {
  TraceText trace;
  trace.cpu("Operator", "ProfilerStep#3", "0", "100");
  trace.cpu("Operator", "Optimizer.step#SGD.step", "10", "50");
  trace.cpu("Operator", "aten::add_", "15", "20");
  launch(trace, 20, 30, 7, 1);
  const AnnotationTable table = annotations_of(trace);
  CHECK(table.rows.size() == 2);
  CHECK(row_of(table, "Optimizer.step#SGD.step").self.total_ns == 7 * kUs);
  CHECK(row_of(table, "ProfilerStep*").self.total_ns == 0);
}

TEST_CASE("a range takes the GPU events and the annotations that overlap it, cut at its ends") {
  const AnnotationTable table = annotations_of(two_steps(), range_window({100'000, 1'000'000}));
  CHECK(row_of(table, "ProfilerStep*").calls == 1);
  CHECK(row_of(table, "ProfilerStep*").all.events == 3);
  const AnnotationTable cut = annotations_of(two_steps(), range_window({125'000, 157'000}));
  CHECK(row_of(cut, "ProfilerStep*").calls == 1);
  CHECK(row_of(cut, "ProfilerStep*").all.total_ns == (5 + 10 + 2) * kUs);
}

TEST_CASE("a trace without GPU events or without ranges has no rows to speak of") {
  TraceText host;
  host.cpu("user_annotation", "forward", "0", "10");
  CHECK_FALSE(annotations_of(host).has_gpu_events);
  TraceText bare;
  launch(bare, 0, 5, 5, 1);
  const AnnotationTable table = annotations_of(bare);
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].name.empty());
}
