#include <algorithm>

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {

TEST_CASE("columns of kernels in which no row has anything are not shown") {
  const HandMadeTrace trace({gpu_slice("kernel", "gemm", "0", "30",
                                       R"("est. achieved occupancy %": 0, "VGPR count": 96)")});
  const AnalysisResults results(*trace, whole_window(),
                                [&](EventId event) { return trace.json(event); });
  const DataTable kernels = kernels_table({results}, KernelGroupBy::Name, {});
  for (const DataColumn& column : kernels.columns) {
    if (column.title == "Est. occupancy" || column.title == "Launched by")
      CHECK_MESSAGE(!column.usual, column.title);
  }
  CHECK(text_of(kernels, 0, "Registers") == "96");
}

TEST_CASE("of kernels that were measured one by one, Kernels shows the counters, by full name") {
  TraceText text;
  const char* counters = R"("sm__a_dadd.sum":5, "sm__a_fadd.sum":7)";
  text.slice("cuda_profiler_range", "gemm", "0", "0", "5", "10", counters);
  const auto loaded = load_with_source(text);
  const AnalysisResults results(*loaded.snapshot, whole_window(),
                                [&](EventId event) { return loaded.json(event); });
  const DataTable table = kernels_table({results}, KernelGroupBy::Name, {});
  REQUIRE(table.rows.size() == 1);
  CHECK(text_of(table, 0, "Ranges") == "1");
  CHECK(text_of(table, 0, "fadd.sum") == "7");
  const auto at = std::ranges::find(table.columns, "fadd.sum", &DataColumn::title);
  REQUIRE(at != table.columns.end());
  CHECK(at->help.starts_with("sm__a_fadd.sum"));
}

}  // namespace lanescope
