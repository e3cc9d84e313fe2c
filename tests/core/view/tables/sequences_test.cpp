#include <doctest/doctest.h>

#include "tests/core/fixtures/trace_text.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {
namespace {

/// Three operators of three kernels each, "scale", "add", "gelu" of 2, 3 and 4 µs, of which the GPU
/// waits for each; between them another kernel.
std::shared_ptr<const Snapshot> three_times() {
  TraceText trace;
  int id = 0;
  for (int i = 0; i < 3; ++i) {
    const int at = i * 100;
    trace.cpu("cpu_op", "aten::block", std::to_string(at), "50");
    constexpr std::array kNames{"scale_elementwise", "add_elementwise", "gelu_elementwise"};
    for (int k = 0; k < 3; ++k) {
      const std::string number = std::to_string(++id);
      trace.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(at + 5 + k * 10), "1",
                R"("correlation": )" + number);
      trace.kernel(kNames.at(static_cast<std::size_t>(k)), std::to_string(at + 10 + k * 10),
                   std::to_string(2 + k), number);
    }
    const std::string number = std::to_string(++id);
    trace.cpu("cuda_runtime", "cudaLaunchKernel", std::to_string(at + 60), "1",
              R"("correlation": )" + number);
    trace.kernel("other" + std::to_string(i), std::to_string(at + 70), "5", number);
  }
  return trace.load();
}

}  // namespace

TEST_CASE("kernels in one order are listed with the launches that one kernel would save") {
  const auto trace = three_times();
  const DataTable table =
      sequences_table({AnalysisResults(*trace, whole_window())}, SequenceKind::Repeats, {});
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].name == "scale_elementwise → add_elementwise → gelu_elementwise");
  CHECK(text_of(table, 0, "Kernels") == "3");
  CHECK(text_of(table, 0, "Times") == "3");
  CHECK(text_of(table, 0, "GPU time") == "27.00 µs");      // 3 * (2 + 3 + 4)
  CHECK(text_of(table, 0, "Launches saved") == "6");       // 2 each
  CHECK(text_of(table, 0, "Max. savings") == "45.00 µs");  // the GPU waits 8 + 7 µs in each
  CHECK(text_of(table, 0, "Variants") == "0");
  CHECK(table.facts.starts_with("12 kernels in launch order"));
}

TEST_CASE("a sequence that is too long for its row is listed when the mouse rests on it") {
  TraceText text;
  int id = 0;
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 60; ++k) {
      const std::string at = std::to_string(i * 1000 + k * 10);
      const std::string number = std::to_string(++id);
      text.cpu("cuda_runtime", "cudaLaunchKernel", at, "1", R"("correlation": )" + number);
      text.kernel(k < 2 ? "twice" : "kernel" + std::to_string(k), at, "5", number);
    }
  }
  const auto trace = text.load();
  const DataTable table =
      sequences_table({AnalysisResults(*trace, whole_window())}, SequenceKind::Repeats, {});
  REQUIRE(table.rows.size() == 1);
  REQUIRE(table.note);
  const CellNote note = table.note(0, 0);
  CHECK(note.text == "60 kernels, in this order");
  REQUIRE(note.facts.size() == 25);
  using Line = std::pair<std::string, std::string>;
  CHECK(note.facts[0] == Line{"1–2", "twice"});
  CHECK(note.facts[1] == Line{"3", "kernel2"});
  CHECK(note.facts[24] == Line{"", "35 more"});
  CHECK(table.note(0, 1).text.empty());
}

TEST_CASE("kernels that one graph launches need no fewer launches") {
  TraceText trace;
  for (int i = 0; i < 2; ++i) {
    const std::string id = std::to_string(i + 1);
    const int at = i * 100;
    trace.cpu("cuda_runtime", "cudaGraphLaunch", std::to_string(at), "5",
              R"("correlation": )" + id);
    trace.kernel("a", std::to_string(at + 10), "5", id);
    trace.kernel("b", std::to_string(at + 20), "5", id);
    trace.kernel("c" + id, std::to_string(at + 30), "5", id);
  }
  const auto loaded = trace.load();
  const DataTable table =
      sequences_table({AnalysisResults(*loaded, whole_window())}, SequenceKind::Repeats, {});
  REQUIRE(table.rows.size() == 1);
  CHECK(table.rows[0].name == "a → b");
  CHECK(text_of(table, 0, "Launches saved") == "0");
}

TEST_CASE("each place of a sequence can be gone to, one after the other") {
  const auto trace = three_times();
  const DataTable table =
      sequences_table({AnalysisResults(*trace, whole_window())}, SequenceKind::Repeats, {});
  REQUIRE(table.rows.size() == 1);
  const DataRow& row = table.rows[0];
  REQUIRE(row.places.size() == 3);
  CHECK(row.event == row.places[0]);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(row.places[i] == event_named(*trace, "scale_elementwise", i));
  CHECK(next_place(row, row.places[0], true) == row.places[1]);
}

TEST_CASE("operators and short kernels in a row are lists of their own") {
  const auto trace = three_times();
  const AnalysisResults results(*trace, whole_window());
  const DataInput in{results};
  const DataTable ops = sequences_table(in, SequenceKind::Operators, {});
  REQUIRE(ops.rows.size() == 1);
  CHECK(ops.rows[0].name == "aten::block");
  CHECK(text_of(ops, 0, "Times") == "3");
  CHECK(text_of(ops, 0, "CPU time") == "150.0 µs");
  REQUIRE(ops.rows[0].places.size() == 3);
  CHECK(ops.rows[0].places[2] == event_named(*trace, "aten::block", 2));
  const DataTable hints = sequences_table(in, SequenceKind::FusionHints, {});
  REQUIRE(hints.rows.size() == 1);
  CHECK(text_of(hints, 0, "Launches saved") == "6");
  CHECK(hints.rows[0].places.size() == 3);
}

TEST_CASE("without kernels or without repetition the list says so") {
  const auto host = TraceText().cpu("cpu_op", "aten::mm", "0", "5").load();
  CHECK(sequences_table({AnalysisResults(*host, whole_window())}, SequenceKind::Repeats, {})
            .empty.find("ProfilerActivity.CUDA") != std::string::npos);
  const auto once = TraceText().kernel("a", "0", "5", "1").kernel("b", "9", "5", "2").load();
  CHECK(
      sequences_table({AnalysisResults(*once, whole_window())}, SequenceKind::Repeats, {}).empty ==
      "No two kernels repeat in the same order");
}

}  // namespace lanescope
