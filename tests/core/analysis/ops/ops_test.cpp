#include "core/analysis/ops/ops.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

struct Ops {
  HandMadeTrace trace;
  OpTable table;

  explicit Ops(const std::vector<std::string>& events, AnalysisWindow window = whole_window())
      : trace(events), table(ops_by_group(*trace, window)) {}

  const OpRow& operator[](std::string_view name) const {
    for (const OpRow& row : table.rows) {
      if (trace->text(row.name) == name) return row;
    }
    FAIL("no row " << name);
    return table.rows.front();
  }
};

std::string memory(const std::string& ts, const std::string& bytes, int type) {
  return R"({"ph": "i", "cat": "cpu_instant_event", "name": "[memory]", "pid": 1, "tid": 1, "s": "t", "ts": )" +
         ts + R"(, "args": {"Bytes": )" + bytes + R"(, "Device Type": )" + std::to_string(type) +
         R"(, "Device Id": 0, "Addr": 1, "Total Allocated": 1, "Total Reserved": 1}})";
}

}  // namespace

TEST_CASE("an operator's self time is without the operators right inside it") {
  const Ops ops({
      slice("cpu_op", "outer", "0", "100.5"),
      slice("cpu_op", "inner", "10", "20"),
      slice("cpu_op", "leaf", "12", "5"),
      slice("cpu_op", "inner", "50", "30"),
  });
  CHECK(ops["outer"].count == 1);
  CHECK(ops["outer"].self_cpu_ns == 50'500);
  CHECK(ops["outer"].total_cpu_ns == 100'500);
  CHECK(ops["inner"].count == 2);
  CHECK(ops["inner"].self_cpu_ns == 45'000);
  CHECK(ops["inner"].sum_cpu_ns == 50'000);
  CHECK(ops["leaf"].self_cpu_ns == 5'000);
}

TEST_CASE("annotations in an operator count none of its time again") {
  const Ops ops({
      slice("cpu_op", "outer", "0", "1000.5"),
      slice("user_annotation", "marked", "100", "800"),
      slice("user_annotation", "marked inside", "150", "400"),
      slice("cpu_op", "inner", "200", "100"),
      slice("cuda_runtime", "cudaMalloc", "400", "50"),
      slice("user_annotation", "marked outside", "2000", "10"),
  });
  CHECK(ops["outer"].self_cpu_ns == 900'500);
  CHECK(ops["outer"].self_cpu_no_runtime_ns == 850'500);
  CHECK(ops["inner"].self_cpu_ns == 100'000);
  for (const char* name : {"marked", "marked inside"}) {
    CAPTURE(name);
    CHECK(ops[name].self_cpu_ns == 0);
    CHECK(ops[name].self_cpu_no_runtime_ns == 0);
  }
  CHECK(ops["marked"].total_cpu_ns == 800'000);
  CHECK(ops["marked outside"].self_cpu_ns == 10'000);
  CHECK(ops.table.self_cpu_ns == 1'010'500);
}

TEST_CASE("host calls are taken off where asked, with the operators inside them") {
  const Ops ops({
      slice("cpu_op", "outer", "0", "100.5"),
      slice("cuda_runtime", "cudaMalloc", "10", "50"),
      slice("cpu_op", "in a call", "20", "10"),
  });
  CHECK(ops["outer"].self_cpu_ns == 90'500);
  CHECK(ops["outer"].self_cpu_no_runtime_ns == 50'500);
  CHECK(ops["in a call"].self_cpu_no_runtime_ns == 10'000);
}

TEST_CASE("Python frames are no operators and take nothing off") {
  const Ops ops({slice("cpu_op", "op", "0", "10.5"), slice("python_function", "f", "2", "5")});
  CHECK(ops.table.rows.size() == 1);
  CHECK(ops["op"].self_cpu_ns == 10'500);
}

TEST_CASE("a recursive operator's total counts its outermost calls only") {
  const Ops ops({
      slice("cpu_op", "again", "0", "10.5"),
      slice("cpu_op", "between", "1", "8"),
      slice("cpu_op", "again", "2", "4"),
      slice("cpu_op", "again", "20", "1"),
      slice("cpu_op", "again", "3", "4", "", "1", "2"),
  });
  CHECK(ops["again"].count == 4);
  CHECK(ops["again"].sum_cpu_ns == 19'500);
  CHECK(ops["again"].total_cpu_ns == 15'500);
}

TEST_CASE("an operator that outlives the one it starts in is no child of it") {
  const Ops ops({
      slice("cpu_op", "first", "0.5", "10"),
      slice("cpu_op", "second", "5", "10"),
  });
  CHECK(ops["first"].self_cpu_ns == 10'000);
  CHECK(ops["second"].self_cpu_ns == 10'000);
}

TEST_CASE("in whole-microsecond traces a child may end a microsecond late") {
  const Ops ops({slice("cpu_op", "parent", "0", "10"), slice("cpu_op", "child", "5", "6")});
  CHECK(ops["parent"].self_cpu_ns == 4'000);
}

TEST_CASE("GPU work goes to the operator that launched it and to all around that") {
  const Ops ops({
      slice("user_annotation", "ProfilerStep#1", "0", "90.5"),
      slice("cpu_op", "outer", "0", "50"),
      slice("cpu_op", "inner", "10", "10"),
      slice("cuda_runtime", "cudaLaunchKernel", "11", "1", R"("correlation": 1)"),
      slice("cuda_runtime", "cudaGraphLaunch", "12", "1", R"("correlation": 2)"),
      slice("cuda_runtime", "cudaMemcpyAsync", "30", "1", R"("correlation": 3)"),
      slice("cuda_runtime", "cudaLaunchKernel", "70", "1", R"("correlation": 4)"),
      gpu_slice("kernel", "a", "100", "10", R"("correlation": 1)"),
      gpu_slice("kernel", "b", "105", "10", R"("correlation": 2)", "8"),
      gpu_slice("kernel", "c", "120", "10", R"("correlation": 2)", "8"),
      gpu_slice("gpu_memcpy", "copy", "122", "3", R"("correlation": 3)", "9"),
      gpu_slice("kernel", "under no operator", "200", "1", R"("correlation": 4)"),
      gpu_slice("kernel", "an orphan", "300", "1", R"("correlation": 5)"),
  });
  CHECK(ops["inner"].self_device_ns == 30'000);
  CHECK(ops["inner"].total_device_ns == 30'000);
  CHECK(ops["inner"].device_span_ns == 25'000);
  CHECK(ops["inner"].kernels == 3);
  CHECK(ops["outer"].self_device_ns == 3'000);
  CHECK(ops["outer"].total_device_ns == 33'000);
  CHECK(ops["outer"].device_span_ns == 25'000);
  CHECK(ops["outer"].kernels == 3);
  CHECK(ops["ProfilerStep#1"].annotation);
  CHECK(ops["ProfilerStep#1"].self_device_ns == 1'000);
  CHECK(ops["ProfilerStep#1"].total_device_ns == 34'000);
  CHECK(ops["ProfilerStep#1"].kernels == 4);
  CHECK(ops["ProfilerStep#1"].self_cpu_ns == 40'500);
  CHECK(ops["ProfilerStep#1"].self_cpu_no_runtime_ns == 39'500);
}

TEST_CASE("device time of a recursive operator counts once in its total") {
  const Ops ops({
      slice("cpu_op", "again", "0", "50.5"),
      slice("cpu_op", "again", "10", "10"),
      slice("cuda_runtime", "cudaLaunchKernel", "11", "1", R"("correlation": 1)"),
      gpu_slice("kernel", "a", "100", "10", R"("correlation": 1)"),
  });
  CHECK(ops["again"].total_device_ns == 10'000);
  CHECK(ops["again"].kernels == 1);
}

TEST_CASE("memory goes to the innermost operator on its thread, the ends of a call included") {
  const Ops ops({
      slice("cpu_op", "outer", "0", "50.5"),
      slice("cpu_op", "inner", "10", "10"),
      memory("10", "512", 1),
      memory("20", "64", 0),
      memory("21", "-100", 1),
      memory("70", "4096", 1),
  });
  CHECK(ops.table.has_memory_records);
  CHECK(ops["inner"].self_device_bytes == 512);
  CHECK(ops["inner"].self_cpu_bytes == 64);
  CHECK(ops["outer"].self_device_bytes == -100);
  CHECK(ops["outer"].total_device_bytes == 412);
  CHECK(ops["outer"].total_cpu_bytes == 64);
}

TEST_CASE("ranges that old traces call operators are flagged by their names") {
  const Ops ops({slice("Operator", "ProfilerStep#1", "0", "50.5"),
                 slice("Operator", "aten::add", "10", "10")});
  CHECK(ops["ProfilerStep#1"].annotation);
  CHECK(!ops["ProfilerStep#1"].user_annotation);
  CHECK(!ops["aten::add"].annotation);
}

TEST_CASE("a range counts the calls that overlap it, cut at its ends") {
  const Ops ops({slice("cpu_op", "op", "0", "10.5"), slice("cpu_op", "op", "20", "10"),
                 slice("cpu_op", "inner", "22", "4")},
                range_window({20'000, 22'000}));
  CHECK(ops["op"].count == 1);
  CHECK(ops["op"].sum_cpu_ns == 2'000);
  CHECK(ops["op"].self_cpu_ns == 2'000);
  CHECK(ops.table.rows.size() == 1);
}

TEST_CASE("of a range, an operator from before it keeps what of it and of its kernels is inside") {
  const Ops ops({slice("cpu_op", "early", "0", "10"), slice("cpu_op", "outer", "20", "40"),
                 slice("cpu_op", "inner", "25", "10"), slice("cpu_op", "late", "58", "30"),
                 slice("cuda_runtime", "cudaLaunchKernel", "2", "1", R"("correlation": 1)"),
                 slice("cuda_runtime", "cudaLaunchKernel", "26", "1", R"("correlation": 2)"),
                 slice("cuda_runtime", "cudaLaunchKernel", "27", "1", R"("correlation": 3)"),
                 gpu_slice("kernel", "k", "24", "16", R"("correlation": 1)"),
                 gpu_slice("kernel", "k", "48", "10", R"("correlation": 2)"),
                 gpu_slice("kernel", "k", "70", "10", R"("correlation": 3)")},
                range_window({30'000, 50'000}));
  CHECK(ops["outer"].count == 1);
  CHECK(ops["outer"].sum_cpu_ns == 20'000);
  CHECK(ops["outer"].self_cpu_ns == 15'000);
  CHECK(ops["inner"].sum_cpu_ns == 5'000);
  CHECK(ops["inner"].self_device_ns == 2'000);
  CHECK(ops["inner"].kernels == 1);
  // Not called in the range, but its kernel runs in it.
  CHECK(ops["early"].count == 0);
  CHECK(ops["early"].sum_cpu_ns == 0);
  CHECK(ops["early"].self_device_ns == 10'000);
  CHECK(ops.table.self_device_ns == 12'000);
  CHECK(ops.table.rows.size() == 3);
}

TEST_CASE("rows come by device time, then self time, then name") {
  const Ops ops({
      slice("cpu_op", "b", "0", "5.5"),
      slice("cpu_op", "a", "10", "5.5"),
      slice("cpu_op", "long", "20", "50"),
      slice("cpu_op", "launches", "80", "5"),
      slice("cuda_runtime", "cudaLaunchKernel", "81", "1", R"("correlation": 1)"),
      gpu_slice("kernel", "k", "100", "10", R"("correlation": 1)"),
  });
  std::string order;
  for (const OpRow& row : ops.table.rows) order += std::string(ops.trace->text(row.name)) + " ";
  CHECK(order == "launches long a b ");
}

TEST_CASE("times at the ends of what can be told do not overflow") {
  const Ops ops({slice("cpu_op", "op", "-4611686018427387", "4611686018427387"),
                 slice("cpu_op", "op", "1", "4611686018427385"),
                 slice("cpu_op", "op", "2", "4611686018427385")});
  CHECK(ops["op"].count == 3);
  CHECK(ops["op"].sum_cpu_ns == kMaxNs);
}

TEST_CASE("an operator that only wraps one of its name is one call with it") {
  const Ops ops({
      slice("cpu_op", "aten::to", "0", "20.5"),
      slice("cpu_op", "aten::to", "1", "10"),
      slice("cpu_op", "aten::to", "2", "5"),
      slice("cpu_op", "aten::add", "30", "10"),
      slice("cpu_op", "aten::add", "31", "2"),
      slice("cpu_op", "aten::add", "35", "2"),
  });
  CHECK(ops["aten::to"].count == 3);
  CHECK(ops["aten::to"].calls == 1);
  CHECK(ops["aten::to"].self_cpu_ns == 20'500);
  CHECK(ops["aten::add"].calls == 3);
}
