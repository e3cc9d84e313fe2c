#include <doctest/doctest.h>

#include "core/view/events/range_stats.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::shared_ptr<const Snapshot> trace() {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "0", "40").cpu("cpu_op", "aten::add", "50", "10");
  text.cpu("cpu_op", "aten::add", "70", "20");
  text.kernel("ampere_sgemm_128x64_tn", "10", "30", "1").kernel("vectorized_add", "60", "5", "2");
  return text.load();
}

TEST_CASE("kernels are looked at first, in the order of their time") {
  const auto snapshot = trace();
  const RangeStats stats = range_stats(*snapshot, snapshot->extent);
  REQUIRE(usual_kind(stats) == CategoryKind::Kernel);
  const RangeTable table = build_range_table(*snapshot, stats, {.kind = CategoryKind::Kernel});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].name == "ampere_sgemm_128x64_tn");
  CHECK(table.rows[0].total == "30.00 µs");
  CHECK(table.rows[0].color == ColorRole::Gemm);
  CHECK(table.rows[1].calls == "1");
  CHECK(table.kinds.front().title == "Kernels");
  CHECK(table.facts.find(" · 2 events") != std::string::npos);
}

TEST_CASE("columns sort both ways") {
  const auto snapshot = trace();
  const RangeStats stats = range_stats(*snapshot, snapshot->extent);
  const auto first = [&](RangeColumn column, bool falling) {
    return build_range_table(*snapshot, stats, {CategoryKind::CpuOp, column, falling})
        .rows.front()
        .name;
  };
  CHECK(first(RangeColumn::Total, true) == "aten::mm");
  CHECK(first(RangeColumn::Total, false) == "aten::add");
  CHECK(first(RangeColumn::Calls, true) == "aten::add");
  CHECK(first(RangeColumn::Name, false) == "aten::add");
  CHECK(first(RangeColumn::Mean, true) == "aten::mm");
  CHECK(first(RangeColumn::Max, false) == "aten::add");
}

TEST_CASE("a range counts what is inside, cut at its ends") {
  const auto snapshot = trace();
  const TimeRange range{20'000, 55'000};
  const RangeStats stats = range_stats(*snapshot, range);
  const RangeTable table = build_range_table(*snapshot, stats, {.kind = CategoryKind::CpuOp});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].total == "20.00 µs");
  CHECK(table.rows[0].share == "57 %");
  CHECK(table.rows[1].total == "5.000 µs");
}

TEST_CASE("sampled functions are known as such, whose events are no calls") {
  TraceText text;
  text.cpu("cpu_op", "aten::mm", "0", "40").cpu("python_sample", "run.py(3): run", "0", "10");
  text.cpu("python_sample", "run.py(3): run", "20", "10");
  const auto snapshot = text.load();
  const RangeStats stats = range_stats(*snapshot, snapshot->extent);
  const RangeTable sampled =
      build_range_table(*snapshot, stats, {.kind = CategoryKind::SampledFrame});
  REQUIRE(sampled.rows.size() == 1);
  CHECK(sampled.sampled);
  CHECK(sampled.rows[0].calls == "2");
  CHECK_FALSE(build_range_table(*snapshot, stats, {.kind = CategoryKind::CpuOp}).sampled);
  CHECK_FALSE(build_range_table(*snapshot, stats, {}).sampled);
}

TEST_CASE("an empty range has no rows and no shares of nothing") {
  const auto snapshot = trace();
  const RangeStats stats = range_stats(*snapshot, {1'000'000, 1'000'000});
  CHECK(build_range_table(*snapshot, stats, {}).rows.empty());
  CHECK(usual_kind(stats) == std::nullopt);
}

}  // namespace
}  // namespace lanescope
