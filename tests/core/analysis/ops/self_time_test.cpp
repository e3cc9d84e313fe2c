#include "core/analysis/ops/self_time.h"

#include <doctest/doctest.h>

#include "core/analysis/ops/modules.h"
#include "core/analysis/ops/ops.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

const OpRow& row_of(const Snapshot& trace, const OpTable& table, std::string_view name) {
  for (const OpRow& row : table.rows) {
    if (trace.text(row.name) == name) return row;
  }
  FAIL("no row " << name);
  return table.rows.front();
}

}  // namespace

TEST_CASE("children that overlap each other cover their common time once") {
  // Both lie in outer, the second begins in the first and outlives it.
  const HandMadeTrace trace({
      slice("cpu_op", "outer", "0", "100.5"),
      slice("cpu_op", "first", "10", "60"),
      slice("cpu_op", "second", "20", "70"),
  });
  const OpTable table = ops_by_group(*trace, whole_window());
  const OpRow& outer = row_of(*trace, table, "outer");
  CHECK(outer.self_cpu_ns == 20'500);
  CHECK(outer.self_cpu_no_runtime_ns == 20'500);
  CHECK(row_of(*trace, table, "first").self_cpu_ns == 60'000);
  CHECK(row_of(*trace, table, "second").self_cpu_ns == 70'000);
}

TEST_CASE("calls that overlap operators and each other leave no negative self time") {
  const HandMadeTrace trace({
      slice("user_annotation", "range", "0", "100.5"),
      slice("cpu_op", "outer", "0", "100"),
      slice("cpu_op", "inner", "10", "60"),
      slice("cuda_runtime", "cudaMalloc", "20", "70"),
      slice("cuda_runtime", "cudaFree", "30", "65"),
  });
  const OpTable table = ops_by_group(*trace, whole_window());
  CHECK(row_of(*trace, table, "outer").self_cpu_no_runtime_ns == 15'000);
  for (const OpRow& row : table.rows) {
    CAPTURE(trace->text(row.name));
    CHECK(row.self_cpu_ns >= 0);
    CHECK(row.self_cpu_no_runtime_ns >= 0);
  }
}

TEST_CASE("a rounded child that ends a microsecond late takes no more than there is") {
  const HandMadeTrace trace(
      {slice("cpu_op", "outer", "0", "10"), slice("cpu_op", "inner", "1", "9"),
       slice("cpu_op", "outer", "20", "10"), slice("cpu_op", "inner", "21", "10")});
  const OpTable table = ops_by_group(*trace, whole_window());
  CHECK(row_of(*trace, table, "outer").self_cpu_ns == 1'000);
}

TEST_CASE("a module from before the range has no self time to take that of others off") {
  const HandMadeTrace trace({
      slice("python_function", "nn.Module: Net_0", "0", "100.5"),
      slice("python_function", "nn.Module: Linear_0", "50", "20"),
  });
  for (const ModuleRow& row : analyse_modules(*trace, range_window({40'000, 100'000}), {}).rows) {
    CHECK(row.forward_self_cpu_ns >= 0);
    CHECK(row.forward_self_cpu_ns <= row.forward_cpu_ns);
  }
}

TEST_CASE("a covered part takes each instant once, and nothing from outside") {
  CoveredPart part({10, 20}, 0);
  CHECK(part.cover({5, 12}) == 2);
  CHECK(part.cover({11, 14}) == 2);
  CHECK(part.cover({12, 13}) == 0);
  CHECK(part.cover({18, 40}) == 2);
  CHECK(part.cover({25, 40}) == 0);
  CHECK(CoveredPart().cover({-5, 5}) == 0);
  CoveredPart rounded({10, 20}, 3);
  CHECK(rounded.cover({12, 22}) == 10);
  CHECK(rounded.cover({22, 23}) == 0);
}
