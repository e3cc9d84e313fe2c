// Work of CUDA graphs in the tables of kernels and sequences.
#include <doctest/doctest.h>

#include "core/analysis/kernels/kernels.h"
#include "core/analysis/kernels/sequences.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/captured_graph.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// An operator with three launches is captured and replayed twice; a is launched directly too.
std::shared_ptr<const Snapshot> replayed() {
  TraceText t;
  add_capture(t, {"12", "16", "20"}, "2");
  t.cpu("cpu_op", "aten::block", "10", "25");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":6)");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "200", "5", R"("correlation":7)");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "300", "5", R"("correlation":8)");
  t.kernel("a", "110", "1", "6").kernel("b", "112", "1", "6").kernel("c", "114", "1", "6");
  t.kernel("a", "210", "1", "7").kernel("b", "212", "1", "7").kernel("c", "214", "1", "7");
  t.kernel("a", "310", "1", "8");
  return t.load();
}

}  // namespace

TEST_CASE("a kernel's row has the captured operator, and how many a graph launched") {
  const auto trace = replayed();
  const AnalysisResults in(*trace, whole_window());
  const auto table = in.of<KernelTable>();
  REQUIRE(table->rows.size() == 3);
  const KernelRow& a = table->rows[0];  // the longest in total
  CHECK(trace->text(a.name) == "a");
  CHECK(a.count == 3);
  CHECK(a.graph_count == 2);
  REQUIRE(a.ops.size() == 1);
  CHECK(trace->text(a.ops[0]) == "aten::block");
  CHECK(table->graphs.kernels == 6);
  CHECK(trace->text(op_name_of_kernel(*trace, in.of<GraphOrigins>().get(),
                                      event_named(*trace, "b", 1))) == "aten::block");
}

TEST_CASE("each replay is a call of the operator that was captured, without CPU time") {
  const auto trace = replayed();
  const auto table = AnalysisResults(*trace, whole_window()).of<SequenceTable>();
  REQUIRE(table->op_sequences.size() == 1);
  const OpSequence& block = table->op_sequences[0];
  CHECK(trace->text(block.op) == "aten::block");
  CHECK(block.kernels.size() == 3);
  CHECK(block.count == 2);
  CHECK(block.replays == 2);
  CHECK(block.gpu_ns == 6'000);
  CHECK(block.cpu_ns == 0);
  CHECK(block.first == event_named(*trace, "aten::block"));
  REQUIRE(block.places.size() == 2);
  CHECK(block.places[0] == event_named(*trace, "a", 0));
  CHECK(block.places[1] == event_named(*trace, "a", 1));
  CHECK(table->graphs.kernels == 6);
}

}  // namespace lanescope
