#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {
namespace {

void add_kernel(TraceText& trace, const std::string& call, const std::string& ts,
                const std::string& name, const std::string& id) {
  const bool driver = !call.starts_with("cuda");
  trace.cpu(driver ? "cuda_driver" : "cuda_runtime", call, ts, "1", R"("correlation": )" + id);
  trace.kernel(name, std::to_string(100 + std::stoi(id) * 10), "4", id);
}

/// Region 0/0 from 0 to 40 µs with 1/0 inside it; an Inductor kernel in both, one of a library
/// outside.
std::shared_ptr<const Snapshot> compiled() {
  TraceText trace;
  trace.cpu("cpu_op", "Torch-Compiled Region: 0/0", "0", "40");
  trace.cpu("cpu_op", "TorchDynamo Cache Lookup", "1", "2");
  trace.cpu("cpu_op", "Torch-Compiled Region: 1/0", "10", "20");
  add_kernel(trace, "cuLaunchKernel", "5", "triton_poi_fused_add_0", "1");
  add_kernel(trace, "cuLaunchKernel", "15", "triton_red_fused_sum_1", "2");
  add_kernel(trace, "cudaLaunchKernel", "60", "void cutlass::Kernel<x>", "3");
  return trace.load();
}

}  // namespace

TEST_CASE("compiled code is listed with its kernels, and summed up in a line") {
  const auto trace = compiled();
  const AnalysisResults results(*trace, whole_window());
  const DataInput in{results};
  const DataTable parts = compile_table(in, CompileList::Parts, {});
  REQUIRE(parts.rows.size() == 3);
  CHECK(parts.rows[0].name == "Torch-Compiled Region: 0/0");
  CHECK(text_of(parts, 0, "Part") == "compiled region");
  CHECK(text_of(parts, 0, "Kernels") == "2");
  CHECK(text_of(parts, 0, "GPU time") == "8.000 µs");
  CHECK(parts.rows[0].event == event_named(*trace, "Torch-Compiled Region: 0/0"));
  CHECK(parts.facts ==
        "2 of 3 kernels in compiled code · 1 graph break · 0 recompiles · "
        "guards 2.000 µs");
}

TEST_CASE("a region inside another is a graph break, and leads there") {
  const auto trace = compiled();
  const DataTable breaks =
      compile_table({AnalysisResults(*trace, whole_window())}, CompileList::Breaks, {});
  REQUIRE(breaks.rows.size() == 1);
  CHECK(breaks.rows[0].name == "Torch-Compiled Region: 1/0");
  CHECK(text_of(breaks, 0, "Inside") == "Torch-Compiled Region: 0/0");
  CHECK(breaks.rows[0].event == event_named(*trace, "Torch-Compiled Region: 1/0"));
}

TEST_CASE("kernels are told by where they come from") {
  const auto trace = compiled();
  const DataTable kernels =
      compile_table({AnalysisResults(*trace, whole_window())}, CompileList::Kernels, {});
  REQUIRE(kernels.rows.size() == 6);
  CHECK(text_of(kernels, 0, "Launched") == "2");  // inside compiled code
  CHECK(text_of(kernels, 1, "Launched") == "1");  // elsewhere
  CHECK(text_of(kernels, 2, "Launched") == "2");  // Inductor's
  CHECK(text_of(kernels, 3, "Launched") == "0");  // written by hand
  CHECK(text_of(kernels, 4, "Launched") == "1");  // of libraries
  CHECK(text_of(kernels, 0, "Share") == "67 %");
  CHECK(text_of(kernels, 0, "Per step").empty());  // there are no steps
}

TEST_CASE("graphs are counted by the launches that they save") {
  TraceText trace;
  trace.cpu("cuda_runtime", "cudaGraphLaunch", "0", "10", R"("correlation": 1)");
  trace.kernel("a", "15", "5", "1").kernel("b", "22", "5", "1").kernel("c", "30", "5", "1");
  const auto snapshot = trace.load();
  const AnalysisResults results(*snapshot, whole_window());
  const DataInput in{results};
  const DataTable parts = compile_table(in, CompileList::Parts, {});
  CHECK(parts.facts == "CUDA graphs launched 1 time save 2 launches");
  CHECK(parts.empty.starts_with("CUDA graphs are launched"));
  CHECK(text_of(compile_table(in, CompileList::Kernels, {}), 5, "Launched") == "3");
}

TEST_CASE("lists that are empty say why") {
  const auto plain = TraceText().cpu("cpu_op", "aten::mm", "0", "5").load();
  const AnalysisResults results(*plain, whole_window());
  const DataInput in{results};
  for (const CompileList list : {CompileList::Parts, CompileList::Breaks, CompileList::Recompiles})
    CHECK(compile_table(in, list, {}).empty.starts_with("No compiled code in this trace"));
  CHECK(compile_table(in, CompileList::Kernels, {}).empty.find("ProfilerActivity.CUDA") !=
        std::string::npos);
  const auto trace = compiled();
  const DataTable recompiles =
      compile_table({AnalysisResults(*trace, whole_window())}, CompileList::Recompiles, {});
  CHECK(recompiles.rows.empty());
  CHECK(recompiles.empty.find("prof.step()") != std::string::npos);
}

}  // namespace lanescope
