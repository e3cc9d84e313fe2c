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

}  // namespace lanescope
