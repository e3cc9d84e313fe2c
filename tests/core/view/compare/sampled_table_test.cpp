#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include <doctest/doctest.h>

#include "core/analysis/host/site.h"
#include "core/view/results/comparison.h"
#include "core/view/results/sampled_text.h"
#include "core/view/tables/column_words.h"
#include "tests/core/compare/sampled_program.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {
namespace {

/// Two programs held against each other, as a window does it.
struct TwoPrograms {
  TwoPrograms(const TraceText& text_a, const TraceText& text_b)
      : a(text_a.load()), b(text_b.load()) {
    comparison.compare({a, {}}, {b, {}});
    for (int i = 0; i < 10'000 && comparison.busy(); ++i) {
      comparison.refresh();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE_FALSE(comparison.busy());
  }

  [[nodiscard]] DataTable table(SampledRows rows, RunSide side = RunSide::A,
                                bool brief = false) const {
    const AnalysisResults results(side == RunSide::A ? *a : *b, whole_window());
    DataInput in{results};
    in.pair = comparison.value();
    in.side = side;
    in.brief = brief;
    return sampled_table(in, rows, {});
  }

  std::shared_ptr<const Snapshot> a, b;
  Comparison comparison{[] {}};
};

/// Each on a thread of its own.
TraceText& add_thread(TraceText& trace, const std::string& function, const std::string& tid,
                      int works_ms) {
  const std::string us = std::to_string(works_ms * 1000);
  return trace.slice("python_sample", function, "100", tid, "0", us)
      .slice("thread_state", "running", "100", tid, "0", us);
}

std::string fact_of(const CellNote& note, std::string_view label) {
  const auto at = std::ranges::find(note.facts, label,
                                    [](const auto& fact) { return std::string_view(fact.first); });
  return at == note.facts.end() ? "" : at->second;
}

}  // namespace

TEST_CASE("of two sampled programs the window says what the command line says") {
  const TwoPrograms two(sampled_program("3", 1000, 500), sampled_program("5", 1000, 2500));
  const auto& pair = two.comparison.value();
  REQUIRE(pair);
  CHECK(pair->has_samples());
  CHECK(pair->only_sampled);
  CHECK(pair->words.parts == sampled_words(*pair->sampled));
  CHECK(pair->words.parts == "lock (futex) at train.py:5 +2.000 s");
  CHECK(pair->words.sentence.find("nothing traced") == std::string::npos);
}

TEST_CASE("functions have the time in which they run, and with their waits, of both runs") {
  const TwoPrograms two(sampled_program("3", 100, 50), sampled_program("5", 110, 250));
  const DataTable table = two.table(SampledRows::Function);
  REQUIRE(table.rows.size() == 1);
  CHECK(text_of(table, 0, "Delta") == "+10.00 ms");
  CHECK(text_of(table, 0, "Running A") == "100.0 ms");
  CHECK(text_of(table, 0, "Running B") == "110.0 ms");
  CHECK(text_of(table, 0, "Self delta") == "+210.0 ms");
  CHECK(text_of(table, 0, "Self A") == "150.0 ms");
  CHECK(text_of(table, 0, "Self B") == "360.0 ms");
  CHECK(table.columns[0].change);
}

TEST_CASE("a row leads to its longest stretch in this run, and to that in the other") {
  const TwoPrograms two(sampled_program("3", 100, 50), sampled_program("5", 110, 250));
  for (const SampledRows rows : {SampledRows::Function, SampledRows::State}) {
    const DataTable of_a = two.table(rows, RunSide::A), of_b = two.table(rows, RunSide::B);
    const DataRow& row = of_a.rows[0];
    const std::string_view in_a = two.a->text(slice_name(*two.a, row.event));
    const std::string_view in_b = two.b->text(slice_name(*two.b, row.in_other_run));
    const bool functions = rows == SampledRows::Function;
    CHECK(in_a == (functions ? "/src/train.py(3): main" : "futex"));
    CHECK(in_b == (functions ? "/src/train.py(5): main" : "futex"));
    CHECK(of_b.rows[0].event == row.in_other_run);
    CHECK(of_b.rows[0].in_other_run == row.event);
    CHECK(row_of_event(*two.a, of_a, row.event) == 0U);
  }
}

TEST_CASE("what only one run has has no time in the other") {
  TraceText b = sampled_program("3", 100, 50);
  add_thread(b, "/src/new.py(1): extra", "101", 400);
  const TwoPrograms two(sampled_program("3", 100, 50), b);
  const DataTable table = two.table(SampledRows::Function);
  REQUIRE(table.rows.size() == 2);
  CHECK(whole_name(*two.a, table.rows[0]) == "/src/new.py(1): extra");
  CHECK(text_of(table, 0, "Running A").empty());
  CHECK(text_of(table, 0, "Self A").empty());
  CHECK(text_of(table, 0, "Delta") == "+400.0 ms");
  CHECK(table.rows[0].event == EventId::None);
  CHECK(table.rows[0].in_other_run != EventId::None);
  CHECK(fact_of(table.note(0, 0), "Only in") == "B");
}

TEST_CASE("the columns of both tables say what they are") {
  const TwoPrograms two(sampled_program("3", 100, 50), sampled_program("5", 110, 250));
  for (const SampledRows rows : {SampledRows::Function, SampledRows::State}) {
    const DataTable table = two.table(rows);
    CHECK_FALSE(column_words(table.name_title, "").help.empty());
    for (const DataColumn& column : table.columns) {
      const ColumnWords words = column_words(table.name_title, column.title);
      CHECK_MESSAGE(!words.help.empty(), column.title);
      CHECK_MESSAGE((words.sum == ColumnSum::Rows) == (column.kind == DataKind::Time),
                    column.title);
    }
  }
}

TEST_CASE("how sure a difference is can be read") {
  const TwoPrograms two(sampled_program("3", 100, 50), sampled_program("3", 110, 2050));
  const DataTable functions = two.table(SampledRows::Function);
  // 20 and 22 samples of 5 ms.
  CHECK(functions.note(0, 1).text == "Within the sampling error, so it may be chance.");
  CHECK(fact_of(functions.note(0, 1), "Sampling error") == "± 64.81 ms");
  CHECK(fact_of(functions.note(0, 1), "Sampled every") == "5.000 ms in both");
  const DataTable states = two.table(SampledRows::State);
  CHECK(states.rows[0].name == "lock (futex)");
  CHECK(states.note(0, 1).text == "Larger than the sampling error.");
}

TEST_CASE("each fact about a function has a label of its own") {
  const TwoPrograms two(sampled_program("3", 100, 50), sampled_program("3", 110, 2050));
  const CellNote note = two.table(SampledRows::Function).note(0, 0);
  std::set<std::string> labels;
  for (const auto& [label, text] : note.facts) labels.emplace(label);
  CHECK(labels.size() == note.facts.size());
  CHECK(fact_of(note, "Running") == "100.0 ms in A, 110.0 ms in B");
  CHECK(fact_of(note, "Waiting for a CPU") ==
        "counted as running where context switches were not recorded");
}

TEST_CASE("a brief table of samples has the rest in one row, and the same sums") {
  TraceText a = sampled_program("3", 100, 50), b = sampled_program("3", 100, 50);
  add_thread(a, "/src/x.py(1): most", "101", 100);
  add_thread(b, "/src/x.py(1): most", "101", 1100);
  add_thread(a, "/src/x.py(9): least", "102", 100);
  add_thread(b, "/src/x.py(9): least", "102", 110);
  const TwoPrograms two(a, b);
  const DataTable brief = two.table(SampledRows::Function, RunSide::A, true);
  REQUIRE(brief.rows.size() == 2);
  CHECK(brief.rows[1].name == "2 other rows");
  CHECK(text_of(brief, 1, "Delta") == "+10.00 ms");
  CHECK(text_of(brief, 1, "Running A") == "200.0 ms");
  CHECK(brief.note(1, 0).text.empty());
  CHECK(brief.facts == "1 of 3 rows explains 90 % of all changes");
}

TEST_CASE("beside GPU work samples are compared, but the kernels come first") {
  TraceText a = sampled_program("3", 100, 50), b = sampled_program("3", 100, 950);
  a.kernel("gemm", "0", "50000", "1");
  b.kernel("gemm", "0", "90000", "1");
  const TwoPrograms two(a, b);
  const auto& pair = two.comparison.value();
  REQUIRE(pair);
  CHECK(pair->has_samples());
  CHECK_FALSE(pair->only_sampled);
}

TEST_CASE("that one run has no samples is a warning of the comparison") {
  const TwoPrograms two(sampled_program("3", 100, 50),
                        TraceText().cpu("cpu_op", "aten::mm", "0", "10"));
  const auto& pair = two.comparison.value();
  REQUIRE(pair);
  CHECK_FALSE(pair->has_samples());
  CHECK(std::ranges::any_of(pair->warnings, [](const std::string& warning) {
    return warning.starts_with("Only A has samples of host threads");
  }));
}

}  // namespace lanescope
