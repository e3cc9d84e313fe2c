#include "core/view/details/self_cpu.h"

#include <doctest/doctest.h>

#include "core/analysis/ops/ops.h"
#include "core/view/details/detail_words.h"
#include "core/view/details/text.h"
#include "core/view/tables/column_words.h"
#include "tests/core/view/details/training_details.h"

namespace lanescope {
namespace {

/// The value of a fact about the event; empty without it.
std::string fact(const Opened& opened, std::string_view event, std::string_view key) {
  const DetailsText text = details_text(opened.snapshot(), opened.details(event));
  for (const DetailLine& line : text.sections.at(0).lines) {
    if (line.key == key) return line.value;
  }
  return {};
}

Ns self_in_table(const Opened& opened, std::string_view name) {
  for (const OpRow& row : ops_by_group(opened.snapshot(), whole_window()).rows) {
    if (opened.snapshot().text(row.name) == name) return row.self_cpu_ns;
  }
  return -1;
}

}  // namespace

TEST_CASE("the self CPU time of an operator keeps its runtime calls, in the details as in Ops") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::linear", "0", "100");
  trace.cpu("cuda_runtime", "cudaMalloc", "5", "10");
  trace.cpu("cpu_op", "aten::addmm", "20", "50");
  trace.cpu("cuda_runtime", "cudaLaunchKernel", "30", "15", R"("correlation":7)");
  trace.kernel("gemm", "60", "30", "7");
  const Opened opened(trace);
  CHECK(opened.details("aten::linear").self_cpu_ns == 50'000);
  CHECK(opened.details("aten::addmm").self_cpu_ns == 50'000);
  CHECK(self_in_table(opened, "aten::linear") == 50'000);
  CHECK(self_in_table(opened, "aten::addmm") == 50'000);
  CHECK(fact(opened, "aten::linear", "Self CPU") == "50.00 µs");
  // All of it is its own.
  CHECK(fact(opened, "aten::addmm", "Self CPU").empty());
  for (const char* const event : {"aten::linear", "aten::addmm"})
    CHECK(fact(opened, event, "Self").empty());
  CHECK_FALSE(opened.details("cudaLaunchKernel").self_cpu_ns);
}

TEST_CASE("operators below other events are not part of the self CPU time") {
  TraceText trace;
  trace.cpu("cpu_op", "CompiledFunction", "0", "100");
  trace.cpu("python_function", "graph.py(3): call", "10", "80");
  trace.cpu("cpu_op", "aten::mm", "20", "30");
  trace.cpu("cpu_op", "aten::add", "60", "10");
  const Opened opened(trace);
  CHECK(opened.details("CompiledFunction").self_cpu_ns == 60'000);
  CHECK(self_in_table(opened, "CompiledFunction") == 60'000);
}

TEST_CASE("an annotation has the self CPU time outside operators and annotations inside it") {
  TraceText trace;
  trace.cpu("user_annotation", "train", "0", "100");
  trace.cpu("user_annotation", "forward", "10", "50");
  trace.cpu("cuda_runtime", "cudaDeviceSynchronize", "20", "5");
  trace.cpu("cpu_op", "aten::mm", "30", "20");
  trace.cpu("user_annotation", "inner", "35", "10");
  trace.cpu("cpu_op", "aten::add", "70", "20");
  const Opened opened(trace);
  CHECK(opened.details("train").self_cpu_ns == 30'000);
  CHECK(self_in_table(opened, "train") == 30'000);
  CHECK(opened.details("forward").self_cpu_ns == 30'000);
  CHECK(self_in_table(opened, "forward") == 30'000);
  CHECK_FALSE(opened.details("inner").self_cpu_ns);
}

TEST_CASE("both places say in the same words what self CPU time is") {
  CHECK_FALSE(detail_words("Self CPU").empty());
  CHECK(detail_words("Self CPU") == column_words("Operator", "Self CPU").help);
}

}  // namespace lanescope
