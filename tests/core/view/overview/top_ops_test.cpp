#include "core/view/overview/top_ops.h"

#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"

namespace lanescope {

TEST_CASE("the operators of a CPU's trace are listed by self time, with their longest call") {
  TraceText trace;
  trace.cpu("user_annotation", "forward", "0", "1000")
      .cpu("cpu_op", "aten::linear", "0", "100")
      .cpu("cpu_op", "aten::mm", "10", "60")  // of which aten::linear has 40 left
      .cpu("cpu_op", "aten::mm", "200", "300");
  const auto loaded = trace.load();
  const TopOps ops = top_ops_insight(AnalysisResults(*loaded, whole_window()));
  REQUIRE(ops.rows.size() == 2);
  CHECK(ops.rows[0].name == "aten::mm");
  CHECK(ops.rows[0].note == "360.0 µs, 2 calls");
  // As in the Ops tab: of all self times, also the 600 µs of the annotation.
  CHECK(ops.rows[0].share_text == "36 %");
  const auto longest = loaded->find_slice(ops.rows[0].event);
  REQUIRE(longest);
  CHECK(longest->chunk->dur_ns[longest->slice] == 300'000);
  CHECK(ops.rows[1].name == "aten::linear");
  CHECK(ops.rows[1].share_text == "4.0 %");
}

TEST_CASE("operators are not listed where a GPU works, nor annotations as operators") {
  TraceText with_gpu;
  with_gpu.cpu("cpu_op", "aten::mm", "0", "100");
  with_gpu.kernel("gemm", "10", "20", "1");
  const auto busy = with_gpu.load();
  CHECK(top_ops_insight(AnalysisResults(*busy, whole_window())).rows.empty());
  TraceText annotated;
  annotated.cpu("user_annotation", "forward", "0", "1000");
  const auto named = annotated.load();
  CHECK(top_ops_insight(AnalysisResults(*named, whole_window())).rows.empty());
}

}  // namespace lanescope
