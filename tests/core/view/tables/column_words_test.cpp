// Each column of each table says what it is.
#include "core/view/tables/column_words.h"

#include <algorithm>

#include <doctest/doctest.h>

#include "core/view/tables/data_tables.h"
#include "tests/core/fixtures/captured_graph.h"
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
  return text.load();
}

void check_explained(const DataTable& table) {
  CAPTURE(table.name_title);
  CHECK_FALSE(column_words(table.name_title, "").help.empty());
  for (const DataColumn& column : table.columns) {
    const ColumnWords words = column_words(table.name_title, column.title);
    CHECK_MESSAGE(!words.help.empty(), column.title);
    const bool number = column.kind != DataKind::Text && column.kind != DataKind::Real;
    if (words.sum != ColumnSum::None) CHECK_MESSAGE(number, column.title);
  }
}

}  // namespace

TEST_CASE("each column of each table has a sentence about what it is") {
  const auto loaded = trace();
  const AnalysisResults results(*loaded, whole_window());
  const DataInput in{results};
  using By = OpGroupBy;
  for (const By by :
       {By::Name, By::Shape, By::Type, By::Stack, By::Module, By::Thread, By::Phase, By::Step})
    check_explained(ops_table(in, by, {}));
  using Kernels = KernelGroupBy;
  for (const Kernels by : {Kernels::Name, Kernels::ShortName, Kernels::Operator, Kernels::Stream,
                           Kernels::Role, Kernels::TensorCores})
    check_explained(kernels_table(in, by, {}));
  check_explained(annotations_table(in, {}));
  check_explained(collectives_table(in, {}));
  check_explained(copies_table(in, {}));
  check_explained(counters_table(in, {}));
  check_explained(steps_table(in, {}));
  check_explained(modules_table(in, ModuleOrder::Model, {}));
  check_explained(module_classes_table(in, {}));
  for (const PathRows rows : {PathRows::Name, PathRows::Class})
    check_explained(path_table(in, rows, {}));
  check_explained(roofline_table(in, {}));
  for (const SequenceKind kind :
       {SequenceKind::Repeats, SequenceKind::Operators, SequenceKind::FusionHints})
    check_explained(sequences_table(in, kind, {}));
  for (const CompileList list :
       {CompileList::Parts, CompileList::Breaks, CompileList::Recompiles, CompileList::Kernels})
    check_explained(compile_table(in, list, {}));
  for (const HostRows rows :
       {HostRows::Function, HostRows::Line, HostRows::Thread, HostRows::NativeFunction})
    check_explained(host_time_table(in, rows, {}));
  using Launches = LaunchGroupBy;
  for (const Launches by : {Launches::Kernel, Launches::Operator, Launches::Call})
    check_explained(launches_table(in, by, {}));
}

TEST_CASE("so do the columns of kernels that CUDA graphs launched") {
  TraceText text;
  text.cpu("python_function", "nn.Module: Net_0", "1", "60", R"("Python id":1)");
  add_capture(text);
  text.cpu("cpu_op", "aten::mm", "10", "20");
  text.cpu("cuda_runtime", "cudaGraphLaunch", "100", "5", R"("correlation":4)");
  text.kernel("gemm", "110", "5", "4");
  const auto loaded = text.load();
  const AnalysisResults results(*loaded, whole_window());
  const DataInput in{results};
  const auto has = [](const DataTable& table, std::string_view title) {
    return std::ranges::find(table.columns, title, &DataColumn::title) != table.columns.end();
  };
  const DataTable ops = ops_table(in, OpGroupBy::Name, {});
  const DataTable kernels = kernels_table(in, KernelGroupBy::Name, {});
  const DataTable modules = modules_table(in, ModuleOrder::Time, {});
  const DataTable sequences = sequences_table(in, SequenceKind::Operators, {});
  CHECK(has(ops, "Graph kernels"));
  CHECK(has(kernels, "From graphs"));
  CHECK(has(modules, "Graph kernels"));
  CHECK(has(sequences, "Replays"));
  for (const DataTable* table : {&ops, &kernels, &modules, &sequences}) {
    check_explained(*table);
    CHECK(table->facts.find("1 kernel of CUDA graphs is counted") != std::string::npos);
  }
  // A kernel leads to the row of the operator that was captured.
  const auto row = ops.row_of(*loaded, event_named(*loaded, "gemm"));
  REQUIRE(row);
  CHECK(ops.rows[*row].name == "aten::mm");
}

TEST_CASE("columns of one title mean what their own table says") {
  CHECK(column_words("Kernel", "Share").help != column_words("Annotation", "Share").help);
  CHECK(column_words("Kernel", "Calls").help == column_words("Operator", "Calls").help);
  CHECK(column_words("Kernel", "dram__bytes").help.empty());
  // One definition over a range.
  constexpr std::string_view kRange = "of a selected range, ";
  CHECK(column_words("Kernel", "Total").help.find(kRange) != std::string_view::npos);
  CHECK(column_words("Operator", "Self CPU").help.find(kRange) != std::string_view::npos);
  CHECK(column_words("Selection", "Slices").help.find("samples") != std::string_view::npos);
  CHECK(column_words("Selection", "Total").help.find("in the range") != std::string_view::npos);
  using Column = std::pair<std::string_view, std::string_view>;
  for (const auto& [rows, title] :
       {Column{"Module", "Fwd CPU"}, Column{"Module", "Calls"}, Column{"Compiled code", "CPU time"},
        Column{"Kernels in this order", "GPU time"}, Column{"Launch call", "On the GPU"}}) {
    CAPTURE(title);
    CHECK(column_words(rows, title).help.find(kRange) != std::string_view::npos);
  }
}

}  // namespace lanescope
