// A range that cuts kernels at both ends: every view of it has the same kernel time.
#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "core/analysis/gpu_time/gpu_time.h"
#include "core/analysis/ops/ops.h"
#include "core/base/time.h"
#include "core/view/events/range_stats.h"
#include "core/view/overview/breakdown_model.h"
#include "core/view/tables/data_tables.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

constexpr TimeRange kRange{55'000, 125'000};
/// Of "early" 15 µs, of "middle" all 20 µs, of "late" 5 µs.
constexpr Ns kKernelNs = 40'000;

void launch(TraceText& text, std::string_view op, int at_us, int kernel_us, int dur_us, int id) {
  const std::string number = std::to_string(id);
  text.cpu("cpu_op", op, std::to_string(at_us), "8");
  text.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(at_us + 2), "2",
           R"("correlation":)" + number);
  text.kernel("kernel_" + number, std::to_string(kernel_us), std::to_string(dur_us), number);
}

/// The kernels follow each other, so their sum is the time in which the GPU computes.
std::shared_ptr<const Snapshot> trace() {
  TraceText text;
  launch(text, "aten::early", 10, 40, 30, 1);
  launch(text, "aten::middle", 60, 80, 20, 2);
  launch(text, "aten::late", 90, 120, 30, 3);
  launch(text, "aten::outside", 150, 170, 10, 4);
  return text.load();
}

std::string sum_of(const DataTable& table, std::string_view column) {
  std::vector<std::uint32_t> rows(table.rows.size());
  std::iota(rows.begin(), rows.end(), 0U);
  const std::vector<DataCell> sums = sums_of(table, rows);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].title == column) return sums[i].text;
  }
  return "no such column";
}

Ns selected_ns(const RangeStats& stats) {
  for (const KindStats& kind : stats.kinds) {
    if (kind.kind == CategoryKind::Kernel) return kind.total_ns;
  }
  return 0;
}

}  // namespace

TEST_CASE("Kernels, Ops, Selection and Overview agree on the kernel time of a range") {
  const auto snapshot = trace();
  const AnalysisResults results(*snapshot, range_window(kRange));
  const std::string time = format_duration(kKernelNs);

  const DataTable kernels = kernels_table({results}, KernelGroupBy::Name, {});
  CHECK(sum_of(kernels, "Total") == time);
  CHECK(sum_of(kernels, "Calls") == "3");
  CHECK(kernels.facts.starts_with("3 kernels · " + time));
  CHECK(sum_of(kernels_table({results}, KernelGroupBy::Stream, {}), "Total") == time);

  const DataTable ops = ops_table({results}, OpGroupBy::Name, {});
  CHECK(sum_of(ops, "Self GPU") == time);

  const RangeStats stats = range_stats(*snapshot, kRange);
  CHECK(selected_ns(stats) == kKernelNs);
  CHECK(build_range_table(*snapshot, stats, {.kind = CategoryKind::Kernel}).rows.size() == 3);

  const Breakdown breakdown = breakdown_insight(results);
  REQUIRE(breakdown.bars.size() == 1);
  CHECK(breakdown.bars[0].parts.at(0).title == "compute");
  CHECK(breakdown.bars[0].parts.at(0).length_text == time);
  CHECK(results.of<GpuTime>()->devices.at(0).durations.total_ns == kKernelNs);
}

TEST_CASE("an operator from before the range leads to a call, and has no mean without one") {
  const auto snapshot = trace();
  const DataTable ops =
      ops_table({AnalysisResults(*snapshot, range_window(kRange))}, OpGroupBy::Name, {});
  const auto row = std::ranges::find(ops.rows, std::string("aten::early"),
                                     [](const DataRow& r) { return r.name; });
  REQUIRE(row != ops.rows.end());
  CHECK(row->event == event_named(*snapshot, "aten::early"));
  for (std::size_t i = 0; i < ops.columns.size(); ++i) {
    CAPTURE(ops.columns[i].title);
    if (ops.columns[i].title == "Calls") CHECK(row->cells[i].text == "0");
    if (ops.columns[i].title == "Self GPU") CHECK(row->cells[i].text == "15.00 µs");
    if (ops.columns[i].title == "GPU mean") CHECK(row->cells[i].text.empty());
  }
}

TEST_CASE("analyses of steps and of the whole trace count what starts in them, in full") {
  const auto snapshot = trace();
  const AnalysisResults results(*snapshot, whole_window());
  CHECK(sum_of(kernels_table({results}, KernelGroupBy::Name, {}), "Total") ==
        format_duration(90'000));
  CHECK(sum_of(ops_table({results}, OpGroupBy::Name, {}), "Self GPU") == format_duration(90'000));
}

}  // namespace lanescope
