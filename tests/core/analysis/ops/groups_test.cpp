#include "core/analysis/ops/groups.h"

#include <map>

#include <doctest/doctest.h>

#include "core/analysis/ops/ops.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

/// Rows of the operator table by "name | group".
struct Grouped {
  HandMadeTrace trace;
  OpTable table;
  std::map<std::string, OpRow> rows;

  Grouped(OpGroupBy by, const std::vector<std::string>& events) : trace(events) {
    const ReadEvent read = [&](EventId event) { return trace.json(event); };
    table = ops_by_group(*trace, whole_window(), group_ops(*trace, by, read));
    for (const OpRow& row : table.rows) {
      std::string key = std::string(trace->text(row.name)) + " |";
      for (const std::string& line : table.groups.lines(*trace, row.group)) key += " " + line;
      rows[key] = row;
    }
  }
};

std::string op(const std::string& name, const std::string& ts, const std::string& dur,
               const std::string& shapes = "") {
  return slice("cpu_op", name, ts, dur, shapes.empty() ? "" : R"("Input Dims": )" + shapes);
}

std::string frame(const std::string& name, const std::string& ts, const std::string& dur) {
  return slice("python_function", name, ts, dur);
}

std::string flow(const std::string& phase, const std::string& ts, const std::string& tid) {
  return R"({"ph": ")" + phase +
         R"(", "cat": "fwdbwd", "name": "fwdbwd", "id": 1, "pid": 1, "tid": )" + tid +
         R"(, "ts": )" + ts + R"(, "bp": "e"})";
}

}  // namespace

TEST_CASE("calls with the same input shapes share a row") {
  Grouped ops(OpGroupBy::Shape,
              {op("mm", "0", "5.5", "[[2,3],[3,4]]"), op("mm", "10", "5", "[[2, 3], [3, 4]]"),
               op("mm", "20", "7", "[[8, 8], [8, 8]]"), op("mm", "30", "1")});
  CHECK(ops.rows.size() == 3);
  CHECK(ops.rows["mm | [[2, 3], [3, 4]]"].count == 2);
  CHECK(ops.rows["mm | [[2, 3], [3, 4]]"].self_cpu_ns == 10'500);
  CHECK(ops.rows["mm | [[8, 8], [8, 8]]"].count == 1);
  CHECK(ops.rows["mm |"].count == 1);
}

TEST_CASE("shapes have another key in old traces, and lists of tensors are kept") {
  Grouped ops(OpGroupBy::Shape,
              {slice("Operator", "cat", "0", "5.5", R"("Input dims": [[[2, 3], [4, 3]], []])")});
  CHECK(ops.rows.contains("cat | [[[2, 3], [4, 3]], []]"));
}

TEST_CASE("a merged call has the shapes of the one around it") {
  Grouped ops(OpGroupBy::Shape,
              {op("div", "0", "10.5", "[[4]]"), op("div", "2", "5", "[[4], []]")});
  CHECK(ops.rows.size() == 1);
  CHECK(ops.rows["div | [[4]]"].calls == 1);
  CHECK(ops.rows["div | [[4]]"].self_cpu_ns == 10'500);
}

TEST_CASE("a stack is the Python frames open where the operator starts, innermost first") {
  Grouped ops(OpGroupBy::Stack,
              {frame("main", "0", "100.5"), frame("f", "10", "20"), op("add", "12", "2"),
               op("inner", "12.5", "1"), frame("f", "40", "20"), op("add", "42", "2"),
               frame("g", "62", "5"), op("add", "63", "2"), op("add", "200", "2")});
  CHECK(ops.rows["add | f main"].count == 2);
  CHECK(ops.rows["inner | f main"].count == 1);
  CHECK(ops.rows["add | g main"].count == 1);
  CHECK(ops.rows["add |"].count == 1);
}

TEST_CASE("modules are frames called nn.Module, outermost first") {
  Grouped ops(OpGroupBy::Module,
              {frame("nn.Module: Net_0", "0", "100.5"), frame("forward", "1", "98"),
               frame("nn.Module: Linear_0", "10", "20"), op("add", "12", "2"),
               frame("nn.Module: Linear_1", "40", "20"), op("add", "42", "2")});
  CHECK(ops.rows["add | Net_0 Linear_0"].count == 1);
  CHECK(ops.rows["add | Net_0 Linear_1"].count == 1);
}

TEST_CASE("an operator of the backward pass belongs to where its forward twin was called") {
  const auto on_engine = [](const std::string& name, const std::string& ts,
                            const std::string& dur) {
    return slice("cpu_op", name, ts, dur, "", "1", "2");
  };
  Grouped ops(
      OpGroupBy::Module,
      {frame("nn.Module: Net_0", "0", "50.5"), op("mm", "10", "5"), flow("s", "10", "1"),
       on_engine("autograd::engine::evaluate_function: MmBackward0", "60", "30"),
       on_engine("MmBackward0", "62", "20"), flow("f", "62", "2"), on_engine("mm", "65", "5"),
       on_engine("add_", "84", "2"), on_engine("lonely", "95", "2")});
  CHECK(ops.rows["mm | Net_0"].count == 2);
  CHECK(ops.rows["MmBackward0 | Net_0"].count == 1);
  CHECK(ops.rows["add_ | Net_0"].count == 1);
  CHECK(ops.rows["lonely |"].count == 1);
}

TEST_CASE("a trace without what is asked for has one group") {
  Grouped ops(OpGroupBy::Module, {op("add", "0", "5.5")});
  CHECK(ops.table.groups.count == 1);
  CHECK(ops.rows["add |"].count == 1);
}

TEST_CASE("names of groupings are understood") {
  for (const char* name : {"name", "shape", "stack", "module"}) {
    CHECK(op_group_by_name(*op_group_by_of(name)) == name);
  }
  CHECK(!op_group_by_of("colour"));
}

TEST_CASE("operators are grouped by input types, thread and step") {
  const std::vector<std::string> events = {
      slice("user_annotation", "ProfilerStep#1", "0", "50.5"),
      slice("user_annotation", "ProfilerStep#2", "51", "50"),
      slice("cpu_op", "mm", "10", "5", R"("Input type": ["float", "float"])"),
      slice("cpu_op", "mm", "60", "5", R"("Input type": ["half", "half"])", "1", "2"),
      slice("cpu_op", "mm", "200", "5")};
  Grouped types(OpGroupBy::Type, events);
  CHECK(types.rows[R"(mm | ["float", "float"])"].count == 1);
  CHECK(types.rows[R"(mm | ["half", "half"])"].count == 1);
  CHECK(types.rows["mm |"].count == 1);
  Grouped threads(OpGroupBy::Thread, events);
  CHECK(threads.rows["mm | thread 1"].count == 2);
  CHECK(threads.rows["mm | thread 2"].count == 1);
  Grouped steps(OpGroupBy::Step, events);
  CHECK(steps.rows["mm | ProfilerStep#1"].count == 1);
  CHECK(steps.rows["mm | ProfilerStep#2"].count == 1);
  CHECK(steps.rows["mm |"].count == 1);
}

TEST_CASE("operators are of the forward or backward pass, the optimizer or data loading") {
  Grouped ops(
      OpGroupBy::Phase,
      {op("mm", "10", "5.5"), op("autograd::engine::evaluate_function: X", "20", "9"),
       op("mm", "21", "5"), slice("user_annotation", "Optimizer.step#SGD.step", "40", "9"),
       op("mm", "41", "5"),
       slice("user_annotation", "enumerate(DataLoader)#_It.__next__", "60", "9"),
       op("mm", "61", "5"), op("mm", "80", "2"), flow("s", "10", "1"), flow("f", "80", "1")});
  CHECK(ops.rows["mm | forward"].count == 1);
  CHECK(ops.rows["mm | backward"].count == 2);
  CHECK(ops.rows["mm | optimizer"].count == 1);
  CHECK(ops.rows["mm | data loading"].count == 1);
}
