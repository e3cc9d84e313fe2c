// Tables made of a small trace: the numbers are the analyses', the rows lead to events.
#include "core/view/tables/data_tables.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/view/tables/row_columns.h"
#include "tests/core/analysis/hand_made_trace.h"
#include "tests/core/fixtures/trace_text.h"

namespace lanescope {
namespace {

std::shared_ptr<const Snapshot> trace() {
  TraceText text;
  text.cpu("user_annotation", "ProfilerStep#1", "0", "100");
  text.cpu("python_function", "nn.Module: Net_0", "1", "60", R"("Python id":1)");
  text.cpu("cpu_op", "aten::mm", "10", "40");
  text.cpu("cuda_runtime", "cudaLaunchKernel", "20", "5", R"("correlation":7)");
  text.kernel("void gemm<float>()", "50", "30", "7");
  text.cpu("cpu_op", "aten::mm", "80", "10");
  return text.load();
}

const DataRow& row_of(const DataTable& table, std::string_view name) {
  const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                [name](const DataRow& r) { return r.name == name; });
  REQUIRE(row != table.rows.end());
  return *row;
}

std::string cell(const DataTable& table, const DataRow& row, std::string_view column) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].title == column) return row.cells[i].text;
  }
  return "no such column";
}

}  // namespace

TEST_CASE("GPU work is shown by annotation, and a kernel lights the row it counts in") {
  const auto loaded = trace();
  const DataTable table = annotations_table({AnalysisResults(*loaded, whole_window())}, {});
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].name == "ProfilerStep*");
  CHECK(cell(table, table.rows[0], "Calls") == "1");
  CHECK(cell(table, table.rows[0], "GPU time") == "30.00 µs");
  CHECK(table.rows[0].event == event_named(*loaded, "ProfilerStep#1"));
  CHECK(row_of_event(*loaded, table, event_named(*loaded, "void gemm<float>()")) == 0);
  CHECK(row_of_event(*loaded, table, event_named(*loaded, "ProfilerStep#1")) == 0);
}

TEST_CASE("operators show self and total times and lead to the longest call") {
  const auto snapshot = trace();
  const DataTable table =
      ops_table({AnalysisResults(*snapshot, whole_window())}, OpGroupBy::Name, {});
  const DataRow& mm = row_of(table, "aten::mm");
  REQUIRE(mm.cells.size() == table.columns.size());
  CHECK(cell(table, mm, "Calls") == "2");
  CHECK(cell(table, mm, "CPU total") == "50.00 µs");
  CHECK(cell(table, mm, "Self GPU") == "30.00 µs");
  const auto longest = snapshot->find_slice(mm.event);
  REQUIRE(longest);
  CHECK(longest->chunk->dur_ns[longest->slice] == 40'000);
  const DataTable first =
      ops_table({AnalysisResults(*snapshot, range_window({0, 60'000}))}, OpGroupBy::Name, {});
  CHECK(cell(first, row_of(first, "aten::mm"), "Calls") == "1");
}

TEST_CASE("operators say how much GPU time has none since its launch was not recorded") {
  TraceText text;
  text.kernel("void early()", "0", "10", "1");  // launched before the trace
  text.cpu("cpu_op", "aten::mm", "10", "40");
  text.cpu("cuda_runtime", "cudaLaunchKernel", "20", "5", R"("correlation":7)");
  text.kernel("void gemm<float>()", "50", "30", "7");
  const auto snapshot = text.load();
  const AnalysisResults results(*snapshot, whole_window());
  CHECK(ops_table({results}, OpGroupBy::Name, {}).facts ==
        "self CPU 40.00 µs · self GPU 30.00 µs · 10.00 µs more GPU time (25 %) without an "
        "operator: launch not recorded");
  CHECK(results.of<OpTable>()->self_device_ns + results.of<OpTable>()->unlaunched_device_ns ==
        results.of<KernelTable>()->gpu_ns);
  const AnalysisResults later(*snapshot, range_window({5'000, 60'000}));
  CHECK(later.of<OpTable>()->unlaunched_device_ns == 5'000);
  const auto known = trace();
  CHECK(ops_table({AnalysisResults(*known, whole_window())}, OpGroupBy::Name, {})
            .facts.find("not recorded") == std::string::npos);
}

TEST_CASE("the total of an operator on the CPU counts nested calls of it once, in each form") {
  TraceText text;
  text.cpu("cpu_op", "aten::to", "0", "100");
  text.cpu("cpu_op", "aten::mm", "10", "10");
  text.cpu("cpu_op", "aten::to", "30", "60");
  const auto snapshot = text.load();
  const AnalysisResults results(*snapshot, whole_window());
  const auto ops = results.of<OpTable>();
  const auto row = std::ranges::find_if(
      ops->rows, [&](const OpRow& one) { return snapshot->text(one.name) == "aten::to"; });
  REQUIRE(row != ops->rows.end());
  CHECK(row->total_cpu_ns == 100'000);
  for (const auto form : {&ColumnTitles::pane, &ColumnTitles::text, &ColumnTitles::page}) {
    const auto columns = op_columns(*snapshot, *ops);
    for (const auto* column : columns.in(form)) {
      const std::string title = text_title(column->title.*form);
      if (title == "CPU total") CHECK(std::get<std::int64_t>(column->of(*row)) == 100'000);
      if (title == "CPU mean") CHECK(std::get<std::int64_t>(column->of(*row)) == 80'000);
    }
  }
}

TEST_CASE("kernels, steps and modules have their rows") {
  const auto snapshot = trace();
  const AnalysisResults results(*snapshot, whole_window());
  const DataInput in{results};
  const DataTable kernels = kernels_table(in, KernelGroupBy::Name, {});
  REQUIRE(kernels.rows.size() == 1);
  CHECK(cell(kernels, kernels.rows[0], "Launched by") == "aten::mm");
  CHECK(cell(kernels, kernels.rows[0], "Share") == "100 %");
  const DataTable steps = steps_table(in, {});
  REQUIRE(steps.rows.size() == 1);
  CHECK(cell(steps, steps.rows[0], "Time") == "100.0 µs");
  CHECK(cell(steps, steps.rows[0], "Kernels") == "30.00 µs");
  const DataTable modules = modules_table(in, ModuleOrder::Time, {});
  CHECK(cell(modules, row_of(modules, "Net_0"), "Fwd GPU") == "30.00 µs");
}

TEST_CASE("kernels have the occupancy that was recorded with them, weighted by time") {
  const HandMadeTrace trace(
      {gpu_slice("kernel", "gemm", "0", "30",
                 R"("est. achieved occupancy %": 20, "blocks per SM": 2.5, "shared memory": 2048)"),
       gpu_slice("kernel", "gemm", "40", "10",
                 R"("est. achieved occupancy %": 60, "blocks per SM": 2.5, "shared memory": 2048)"),
       gpu_slice("kernel", "add", "60", "10")});
  const AnalysisResults results(*trace, whole_window(),
                                [&](EventId event) { return trace.json(event); });
  const DataTable kernels = kernels_table({results}, KernelGroupBy::Name, {});
  const DataRow& gemm = row_of(kernels, "gemm");
  CHECK(cell(kernels, gemm, "Est. occupancy") == "30 %");
  CHECK(cell(kernels, gemm, "Blocks/SM") == "2.5");
  CHECK(cell(kernels, gemm, "Shared memory") == "2.000 KiB");
  CHECK(cell(kernels, gemm, "Registers").empty());
  CHECK(cell(kernels, row_of(kernels, "add"), "Est. occupancy").empty());
  const DataTable streams = kernels_table({results}, KernelGroupBy::Stream, {});
  CHECK(cell(streams, streams.rows.at(0), "Est. occupancy") == "no such column");
}

TEST_CASE("an occupancy of 0 is no estimate, except of a launch too small to fill 1 % of a GPU") {
  const HandMadeTrace trace(
      {gpu_slice("kernel", "gemm", "0", "30",
                 R"("est. achieved occupancy %": 0, "warps per SM": 12)"),
       gpu_slice("kernel", "tiny", "40", "10",
                 R"("est. achieved occupancy %": 0, "warps per SM": 0.16)"),
       gpu_slice("kernel", "add", "60", "10", R"("est. achieved occupancy %": 60)")});
  const AnalysisResults results(*trace, whole_window(),
                                [&](EventId event) { return trace.json(event); });
  const DataTable kernels = kernels_table({results}, KernelGroupBy::Name, {});
  CHECK(cell(kernels, row_of(kernels, "gemm"), "Est. occupancy").empty());
  CHECK(cell(kernels, row_of(kernels, "tiny"), "Est. occupancy") == "0.2 %");
  CHECK(cell(kernels, row_of(kernels, "add"), "Est. occupancy") == "60 %");
}

TEST_CASE("a single module is no modules") {
  const auto loaded = trace();
  const DataTable table =
      modules_table({AnalysisResults(*loaded, whole_window())}, ModuleOrder::Model, {});
  REQUIRE(table.rows.size() == 1);
  CHECK((table.facts + " ").starts_with("1 module "));
}

TEST_CASE("a module's row is found from each of its calls") {
  const auto snapshot =
      TraceText()
          .cpu("python_function", "nn.Module: Net_0", "0", "50", R"("Python id": 1)")
          .cpu("python_function", "nn.Module: Net_0", "60", "20", R"("Python id": 2)")
          .load();
  const DataTable modules =
      modules_table({AnalysisResults(*snapshot, whole_window())}, ModuleOrder::Time, {});
  REQUIRE(modules.rows.size() == 1);
  for (const std::size_t call : {0, 1})
    CHECK(row_of_event(*snapshot, modules, event_named(*snapshot, "nn.Module: Net_0", call)) == 0U);
}

TEST_CASE("modules of one class share a row, which is found from each of their calls") {
  const auto snapshot =
      TraceText()
          .cpu("python_function", "nn.Module: Net_0", "0", "90", R"("Python id": 1)")
          .cpu("python_function", "nn.Module: Linear_0", "10", "20", R"("Python id": 2)")
          .cpu("python_function", "nn.Module: Linear_1", "40", "30", R"("Python id": 3)")
          .load();
  const DataTable classes = module_classes_table({AnalysisResults(*snapshot, whole_window())}, {});
  REQUIRE(classes.rows.size() == 2);
  CHECK(classes.ordered_by == "Fwd self CPU");
  const DataRow& linear = row_of(classes, "Linear");
  CHECK(cell(classes, linear, "Instances") == "2");
  CHECK(cell(classes, linear, "Fwd self CPU") == "50.00 µs");
  for (const char* call : {"nn.Module: Linear_0", "nn.Module: Linear_1"}) {
    const auto row = row_of_event(*snapshot, classes, event_named(*snapshot, call));
    REQUIRE(row);
    CHECK(classes.rows[*row].name == "Linear");
  }
}

TEST_CASE("kernels are grouped, and each knows its row") {
  const auto snapshot =
      TraceText()
          .cpu("cpu_op", "aten::mm", "10", "20.5")
          .cpu("cuda_runtime", "cudaLaunchKernel", "11", "2", R"("correlation": 1)")
          .cpu("cuda_runtime", "cudaLaunchKernel", "40", "2", R"("correlation": 2)")
          .kernel("void sgemm<1>(int)", "20", "10", "1")
          .kernel("void sgemm<1>(float)", "50", "30", "2", "9")
          .load();
  const AnalysisResults results(*snapshot, whole_window());
  const DataInput in{results};
  const auto rows_by = [&](KernelGroupBy by) {
    std::string rows;
    for (const DataRow& row : kernels_table(in, by, {}).rows) rows += row.name + "; ";
    return rows;
  };
  CHECK(rows_by(KernelGroupBy::Operator) == "(no operator); aten::mm; ");
  CHECK(rows_by(KernelGroupBy::Stream) == "GPU 0 stream 9; GPU 0 stream 7; ");
  CHECK(rows_by(KernelGroupBy::Role) == "GEMM, conv; ");
  CHECK(rows_by(KernelGroupBy::TensorCores) == "not on tensor cores; ");
  CHECK(kernels_table(in, KernelGroupBy::ShortName, {}).rows.size() == 1);
  const DataTable names = kernels_table(in, KernelGroupBy::Name, {});
  REQUIRE(names.rows.size() == 2);
  CHECK(row_of_event(*snapshot, names, event_named(*snapshot, "void sgemm<1>(int)")) == 1U);
  CHECK(!row_of_event(*snapshot, names, event_named(*snapshot, "aten::mm")));
  const DataTable ops = kernels_table(in, KernelGroupBy::Operator, {});
  CHECK(row_of_event(*snapshot, ops, event_named(*snapshot, "aten::mm")) == 1U);
  CHECK(row_of_event(*snapshot, ops, event_named(*snapshot, "void sgemm<1>(float)")) == 0U);
}

TEST_CASE("kernels of an AMD GPU are on matrix cores, or it is unknown whether they are") {
  TraceText trace;
  trace.top_level(R"("deviceProperties": [{"id": 0, "name": "AMD Instinct MI300X"}])")
      .kernel("Cijk_Alik_Bljk_BBS_MT64x64x64_MI16x16x1_SN", "20", "10", "1")
      .kernel("attn_fwd", "50", "5", "2");
  const auto snapshot = trace.load();
  const AnalysisResults results(*snapshot, whole_window());
  const DataTable table = kernels_table({results}, KernelGroupBy::TensorCores, {});
  CHECK(table.name_title == "Matrix cores");
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].name == "on matrix cores");
  CHECK(table.rows[1].name == "unknown");
}

TEST_CASE("an operator's row is found from its call, its launch and its kernel") {
  const auto snapshot = trace();
  const AnalysisResults results(*snapshot, whole_window());
  const DataInput in{results};
  const DataTable ops = ops_table(in, OpGroupBy::Step, {});
  const auto row = row_of_event(*snapshot, ops, event_named(*snapshot, "aten::mm"));
  REQUIRE(row);
  CHECK(ops.rows[*row].name == "aten::mm");
  for (const Track& track : snapshot->tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    const EventId kernel = track.chunks.front()->id_of(0);
    CHECK(row_of_event(*snapshot, ops, kernel) == row);
    CHECK(row_of_event(*snapshot, steps_table(in, {}), kernel) == 0U);
  }
}

TEST_CASE("tables of a trace that has none of it say what to record") {
  const auto snapshot = TraceText().slice("x", "x", "1", "1", "1", "1").load();
  const AnalysisResults results(*snapshot, whole_window());
  const DataInput in{results};
  CHECK(ops_table(in, OpGroupBy::Name, {}).empty.find("CPU") != std::string::npos);
  CHECK(kernels_table(in, KernelGroupBy::Name, {}).empty.find("CUDA") != std::string::npos);
  CHECK(steps_table(in, {}).empty.find("prof.step()") != std::string::npos);
  CHECK(modules_table(in, ModuleOrder::Time, {}).empty.find("with_modules=True") !=
        std::string::npos);
  const auto stacks = TraceText().cpu("python_function", "train.py(3): step", "1", "2").load();
  CHECK(modules_table({AnalysisResults(*stacks, whole_window())}, ModuleOrder::Time, {})
            .empty.starts_with("The Python stacks contain no nn.Module calls: "));
}

TEST_CASE("the critical path is told by name or by class, and leads to the longest part") {
  const auto snapshot = trace();
  // From 50 to 80 µs the kernel runs; before it its launch takes from 20 to 50, and the operator
  // around that 10 of its own.
  const AnalysisResults results(*snapshot, range_window({10'000, 80'000}));
  const DataInput in{results};
  const DataTable names = path_table(in, PathRows::Name, {});
  const DataRow& kernel = row_of(names, "gemm<float>");
  CHECK(cell(names, kernel, "Class") == "GPU compute");
  CHECK(cell(names, kernel, "Time") == "30.00 µs");
  CHECK(cell(names, kernel, "Share") == "43 %");
  CHECK(names.facts == "70.00 µs in 3 segments");
  CHECK(names.ordered_by == "Time");
  const DataTable classes = path_table(in, PathRows::Class, {});
  CHECK(cell(classes, row_of(classes, "launch latency"), "Time") == "30.00 µs");
  CHECK(cell(classes, row_of(classes, "operators"), "Time") == "10.00 µs");
  CHECK(row_of(classes, "GPU compute").event == kernel.event);
}

}  // namespace lanescope
