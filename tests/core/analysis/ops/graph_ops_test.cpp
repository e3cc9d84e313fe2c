// Work of CUDA graphs in the tables of operators and modules.
#include <doctest/doctest.h>

#include "core/analysis/host/graph_origins.h"
#include "core/analysis/ops/modules.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/captured_graph.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

/// aten::mm is captured in a module, replayed within another operator, and called directly.
TraceText replayed() {
  TraceText t;
  t.cpu("python_function", "nn.Module: Linear_0", "1", "60", R"("Python id":1)");
  add_capture(t);
  t.cpu("cpu_op", "aten::mm", "10", "20", R"("Input Dims":[[8,16],[16,4]])");
  t.cpu("cpu_op", "replay", "90", "30");
  t.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":4)");
  t.cpu("cpu_op", "aten::mm", "200", "20", R"("Input Dims":[[2,2],[2,2]])");
  t.cpu("cuda_runtime", "cudaLaunchKernel", "205", "5", R"("correlation":5)");
  t.kernel("gemm", "130", "5", "4").kernel("gemm", "230", "7", "5");
  return t;
}

const OpRow& row_of(const Snapshot& trace, const OpTable& table, std::string_view name) {
  for (const OpRow& row : table.rows) {
    if (trace.text(row.name) == name) return row;
  }
  FAIL("no row " << std::string(name));
  return table.rows.front();
}

}  // namespace

TEST_CASE("a kernel of a graph counts under the operator that was captured") {
  const auto trace = replayed().load();
  const AnalysisResults in(*trace, whole_window());
  const auto table = in.of<OpTable>();
  const OpRow& mm = row_of(*trace, *table, "aten::mm");
  CHECK(mm.self_device_ns == 12'000);
  CHECK(mm.total_device_ns == 12'000);
  CHECK(mm.kernels == 2);
  CHECK(mm.graph_kernels == 1);
  CHECK(mm.count == 2);
  const OpRow& replay = row_of(*trace, *table, "replay");
  CHECK(replay.self_device_ns == 0);
  CHECK(replay.total_device_ns == 5'000);
  CHECK(replay.graph_kernels == 0);
  CHECK(table->self_device_ns == 12'000);
  CHECK(table->graphs.kernels == 1);
  CHECK(table->graphs.uncertain == 0);
}

TEST_CASE("without what is known of graphs, the operator that replays has the work") {
  const auto trace = replayed().load();
  const OpTable table = ops_by_group(*trace, whole_window());
  CHECK(row_of(*trace, table, "replay").self_device_ns == 5'000);
  CHECK(row_of(*trace, table, "aten::mm").kernels == 1);
  CHECK(table.graphs.kernels == 0);
}

TEST_CASE("a replay counts where it is, also if the capture was before the window") {
  const auto trace = replayed().load();
  const AnalysisResults in(*trace, range_window({95'000, 140'000}));
  const OpRow& mm = row_of(*trace, *in.of<OpTable>(), "aten::mm");
  CHECK(mm.count == 0);
  CHECK(mm.self_device_ns == 5'000);
  CHECK(mm.graph_kernels == 1);
}

TEST_CASE("replayed work has the input shapes of the capture") {
  const LoadedText loaded = load_with_source(replayed());
  const Snapshot& trace = *loaded.snapshot;
  const AnalysisResults in(
      trace, whole_window(), [&](EventId event) { return loaded.json(event); }, {},
      OpGroupBy::Shape);
  const auto table = in.of<OpTable>();
  std::size_t rows = 0;
  for (const OpRow& row : table->rows) {
    if (trace.text(row.name) != "aten::mm") continue;
    ++rows;
    const auto lines = table->groups.lines(trace, row.group);
    REQUIRE(lines.size() == 1);
    const bool captured = lines[0] == "[[8, 16], [16, 4]]";
    CHECK(row.self_device_ns == (captured ? 5'000 : 7'000));
    CHECK(row.graph_kernels == (captured ? 1 : 0));
  }
  CHECK(rows == 2);
}

TEST_CASE("a kernel of a graph counts in the module that was captured") {
  const auto trace = replayed().load();
  const AnalysisResults in(*trace, whole_window());
  const auto tree = in.of<ModuleTree>();
  REQUIRE(tree->rows.size() == 1);
  CHECK(trace->text(tree->rows[0].name) == "nn.Module: Linear_0");
  CHECK(tree->rows[0].forward_device_ns == 5'000);
  CHECK(tree->rows[0].kernels == 1);
  CHECK(tree->rows[0].graph_kernels == 1);
  CHECK(tree->graphs.kernels == 1);
  CHECK(analyse_modules(*trace, whole_window()).rows.at(0).kernels == 0);
}

}  // namespace lanescope
