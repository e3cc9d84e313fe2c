#include "core/analysis/kernels/compile.h"

#include <doctest/doctest.h>

#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::string call(const std::string& name, const std::string& ts, const std::string& id) {
  return slice(name.starts_with("cu") && !name.starts_with("cuda") ? "cuda_driver" : "cuda_runtime",
               name, ts, "1", R"("correlation": )" + id);
}

std::string kernel(const std::string& name, const std::string& ts, const std::string& dur,
                   const std::string& id) {
  return gpu_slice("kernel", name, ts, dur, R"("correlation": )" + id);
}

}  // namespace

TEST_CASE("kernels are told by whether compiled code launched them, and by who wrote them") {
  const HandMadeTrace trace({
      slice("cpu_op", "Torch-Compiled Region: 0/0", "0", "20"),
      slice("cpu_op", "TorchDynamo Cache Lookup", "0", "1"),
      slice("cpu_op", "CompiledFunction", "2", "16"),
      slice("user_annotation", "## Call CompiledFxGraph abc ##", "3", "12"),
      call("cuLaunchKernel", "4", "1"),
      call("cudaLaunchKernel", "6", "2"),
      call("cuLaunchKernelEx", "30", "3"),
      kernel("triton_poi_fused_add_0", "40", "2", "1"),
      kernel("void cutlass::Kernel<x>", "50", "3", "2"),
      kernel("my_attention", "60", "5", "3"),
      kernel("orphan", "70", "1", "9"),
  });
  const CompileTable found = analyse_compile({*trace, whole_window()});
  REQUIRE(found.rows.size() == 4);
  CHECK(found.rows[0].part == CompiledPart::Region);
  CHECK(found.rows[0].kernels == 2);
  CHECK(found.rows[0].gpu_ns == 5'000);
  CHECK(found.rows[3].part == CompiledPart::Guards);
  CHECK(found.rows[3].kernels == 0);
  CHECK(found.fx_graphs == 1);
  CHECK(found.compiled.kernels == 2);
  CHECK(found.eager.kernels == 2);
  CHECK(found.eager.gpu_ns == 6'000);
  const auto origin = [&](KernelOrigin of) { return found.origins[static_cast<std::size_t>(of)]; };
  CHECK(origin(KernelOrigin::Inductor).kernels == 1);
  CHECK(origin(KernelOrigin::UserTriton).gpu_ns == 5'000);
  CHECK(origin(KernelOrigin::Library).kernels == 2);
  CHECK(found.breaks.empty());
}

TEST_CASE("a region inside another is a graph break, one after another is none") {
  const HandMadeTrace trace({
      slice("python_function", "model.py(4): forward", "0", "90"),
      slice("cpu_op", "Torch-Compiled Region: 0/0", "1", "20"),
      slice("cpu_op", "Torch-Compiled Region: 1/0", "5", "5"),
      slice("cpu_op", "Torch-Compiled Region: 1/0", "12", "5"),
      slice("cpu_op", "Torch-Compiled Region: 2/0", "30", "5"),
      slice("cpu_op", "Torch-Compiled Region: 1/0", "6", "2", "", "1", "2"),
  });
  const CompileTable found = analyse_compile({*trace, whole_window()});
  REQUIRE(found.breaks.size() == 1);
  CHECK(found.breaks[0].count == 2);
  CHECK(trace->text(found.breaks[0].outer) == "Torch-Compiled Region: 0/0");
  CHECK(trace->text(found.breaks[0].inner) == "Torch-Compiled Region: 1/0");
  CHECK(trace.json(found.breaks[0].source)->find("name")->to_text(true) == "model.py(4): forward");
}

TEST_CASE("a frame that gets another number after the warm-up, or takes too long, recompiles") {
  std::vector<std::string> events;
  for (int i = 0; i < 6; ++i) {
    const std::string ts = std::to_string(i * 100);
    events.push_back(slice("user_annotation", "ProfilerStep#" + std::to_string(i), ts, "100"));
    const std::string id = i == 4 ? "0/1" : "0/0";
    events.push_back(slice("cpu_op", "Torch-Compiled Region: " + id, ts, "5"));
    const bool slow = i == 5;
    events.push_back(slice("cpu_op", "Torch-Compiled Region: 7/0", std::to_string(i * 100 + 10),
                           slow ? "60" : "5"));
  }
  const HandMadeTrace trace(events);
  const CompileTable found = analyse_compile({*trace, whole_window()});
  CHECK(found.steps_known);
  CHECK(found.steps == 6);
  REQUIRE(found.recompiles.size() == 2);
  std::size_t new_ids = 0;
  for (const Recompile& one : found.recompiles) {
    new_ids += one.sign == RecompileSign::NewId ? 1 : 0;
    const auto at = trace->find_slice(one.event);
    CHECK(at->chunk->start_ns[at->slice] == (one.sign == RecompileSign::NewId ? 400'000 : 510'000));
  }
  CHECK(new_ids == 1);
}

TEST_CASE("graph launches are counted with what they start and what idles inside") {
  const HandMadeTrace trace({
      call("cudaGraphLaunch", "0", "1"),
      kernel("a", "10", "2", "1"),
      kernel("b", "14", "3", "1"),
      gpu_slice("gpu_memcpy", "Memcpy DtoD", "15", "4", R"("correlation": 1)", "8"),
      call("cudaGraphLaunch", "30", "2"),
      kernel("a", "40", "2", "2"),
  });
  const CompileTable found = analyse_compile({*trace, whole_window()});
  CHECK(found.rows.empty());
  CHECK(found.graphs.launches == 2);
  CHECK(found.graphs.events == 4);
  CHECK(found.graphs.gpu_ns == 11'000);
  CHECK(found.graphs.idle_ns == 2'000);
  CHECK(analyse_compile({*trace, range_window({30'000, 50'000})}).graphs.launches == 1);
}

TEST_CASE("graph launches whose work is not in the trace are counted apart") {
  const HandMadeTrace trace({
      call("cudaGraphLaunch", "0", "1"),
      kernel("a", "10", "2", "1"),
      call("cudaGraphLaunch", "30", "2"),
      call("cudaGraphLaunch", "60", "3"),
  });
  const CompileTable found = analyse_compile({*trace, whole_window()});
  CHECK(found.graphs.launches == 1);
  CHECK(found.graphs.without_events == 2);
  const CompileTable part = analyse_compile({*trace, range_window({50'000, 90'000})});
  CHECK(part.graphs.launches == 0);
  CHECK(part.graphs.without_events == 1);
}

TEST_CASE("over a range, compiled code has the parts of its calls and of its kernels in it") {
  const HandMadeTrace trace({
      slice("cpu_op", "Torch-Compiled Region: 0/0", "0", "20"),
      call("cuLaunchKernel", "4", "1"),
      slice("cpu_op", "Torch-Compiled Region: 1/0", "40", "20"),
      call("cuLaunchKernel", "44", "2"),
      kernel("triton_poi_fused_add_0", "45", "10", "1"),
      kernel("triton_poi_fused_add_0", "57", "10", "2"),
  });
  const CompileTable found = analyse_compile({*trace, range_window({50'000, 60'000})});
  REQUIRE(found.rows.size() == 2);
  CHECK(trace->text(found.rows[0].name) == "Torch-Compiled Region: 1/0");
  CHECK(found.rows[0].count == 1);
  CHECK(found.rows[0].total_ns == 10'000);
  CHECK(found.rows[0].gpu_ns == 3'000);
  // Its call is over, but a kernel of it still runs.
  CHECK(found.rows[1].count == 0);
  CHECK(found.rows[1].total_ns == 0);
  CHECK(found.rows[1].kernels == 1);
  CHECK(found.rows[1].gpu_ns == 5'000);
  CHECK(found.compiled.kernels == 2);
  CHECK(found.compiled.gpu_ns == 8'000);
  CHECK(found.eager.kernels == 0);
}
