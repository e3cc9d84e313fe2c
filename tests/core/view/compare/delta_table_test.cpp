#include <algorithm>
#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "core/analysis/host/site.h"
#include "core/view/compare/delta_lines.h"
#include "core/view/results/comparison.h"
#include "tests/core/view/compare/compared_runs.h"
#include "tests/core/view/tables/table_cell.h"

namespace lanescope {
namespace {

DataTable table_of(const TwoRuns& runs, RunSide side = RunSide::A, bool brief = false) {
  const AnalysisResults results(side == RunSide::A ? *runs.a : *runs.b, whole_window());
  DataInput in{results};
  in.pair = compared(runs);
  in.side = side;
  in.brief = brief;
  return delta_table(in, {});
}

std::size_t column_of(const DataTable& table, std::string_view title) {
  const auto at = std::ranges::find(table.columns, title, &DataColumn::title);
  REQUIRE(at != table.columns.end());
  return static_cast<std::size_t>(at - table.columns.begin());
}

std::int64_t sum_of(const DataTable& table, std::string_view title) {
  std::int64_t sum = 0;
  for (const DataRow& row : table.rows) sum += row.cells[column_of(table, title)].number;
  return sum;
}

std::uint32_t row_named(const DataTable& table, std::string_view name) {
  const auto at = std::ranges::find_if(
      table.rows, [name](const DataRow& row) { return row.name.find(name) != std::string::npos; });
  REQUIRE(at != table.rows.end());
  return static_cast<std::uint32_t>(at - table.rows.begin());
}

DeltaLine line(Ns delta_ns) {
  DeltaLine one;
  one.a_ns = 1000;
  one.b_ns = 1000 + delta_ns;
  return one;
}

std::string note_of(const CellNote& note) {
  std::string all = note.text;
  for (const auto& [label, text] : note.facts) all += "|" + label + ": " + text;
  return all;
}

/// Six steps against seven, so that a mean is no whole number of nanoseconds.
TwoRuns uneven_runs(PartLevel level) {
  LoopTimes later;
  later.steps = 7;
  later.mm_us = 503;
  later.add_us = 190;
  later.loader_us = 61;
  return {LoopTimes{}, later, level};
}

}  // namespace

TEST_CASE("an operator made 10 % slower is the only real row, and explains all of the change") {
  LoopTimes slower;
  slower.mm_us = 550;
  const DataTable table = table_of({LoopTimes{}, slower});
  CHECK(table.rows.front().name == "aten::mm [[64, 64], [64, 64]]");
  CHECK(table.ordered_by == "Delta");
  CHECK(text_of(table, 0, "Delta") == "+50.00 µs");
  CHECK(text_of(table, 0, "Share of change") == "100.0 %");
  CHECK(text_of(table, 0, "p") == "* 0.00216");  // 2 of 924 labelings
  CHECK(text_of(table, 0, "Status") == "changed");
  CHECK(text_of(table, 0, "Count effect") == "±0 ns");
  CHECK(text_of(table, 0, "Duration effect") == "+50.00 µs");
  CHECK(text_of(table, 0, "Calls A") == "1");
  for (std::size_t row = 1; row < table.rows.size(); ++row) {
    CHECK(text_of(table, row, "p").find('*') == std::string::npos);
    CHECK(text_of(table, row, "Status") == "same");
  }
}

TEST_CASE("the mean duration of a call is that of all GPUs, though totals are means of them") {
  std::vector<std::string> events;
  for (const char* const device : {"0", "1"}) {
    for (const char* const ts : {"0", "500"})
      events.push_back(gpu_slice("kernel", "k", ts, "400", "", "7", device));
  }
  const DataTable table = table_of({events, events, PartLevel::Kernel});
  const std::size_t k = row_named(table, "k");
  CHECK(text_of(table, k, "Total A") == "800.0 µs");
  CHECK(text_of(table, k, "Calls A") == "4");
  CHECK(text_of(table, k, "Mean A") == "400.0 µs");
}

TEST_CASE("columns in which no row has anything are not shown at first") {
  const auto shown = [](const DataTable& table, std::string_view title) {
    return table.columns[column_of(table, title)].usual;
  };
  LoopTimes few, slower;
  few.steps = slower.steps = 3;
  slower.mm_us = 550;
  const DataTable untested = table_of({few, slower});
  for (const char* const title : {"p", "Status"}) CHECK_FALSE(shown(untested, title));
  for (const char* const title :
       {"Delta", "Share of change", "Per step A", "Duration effect", "Mean B"})
    CHECK(shown(untested, title));
  const DataTable tested = table_of({LoopTimes{}, LoopTimes{.mm_us = 550}});
  for (const char* const title : {"Delta", "Share of change", "p", "Status"})
    CHECK(shown(tested, title));
  CHECK_FALSE(
      shown(table_of({LoopTimes{}, LoopTimes{}}), "Share of change"));  // the step did not change
}

TEST_CASE("the times of A and B come before what is concluded from them") {
  const DataTable table = table_of({LoopTimes{}, LoopTimes{.mm_us = 550}});
  CHECK(column_of(table, "Delta") == 0);
  for (const char* const title : {"Share of change", "p", "Status", "Calls A"}) {
    CHECK(column_of(table, "Per step A") < column_of(table, title));
    CHECK(column_of(table, "Per step B") < column_of(table, title));
  }
  const std::size_t mm = row_named(table, "aten::mm");
  CHECK(text_of(table, mm, "Status") == "changed");
}

TEST_CASE("less time has a minus and more a plus, in columns that are colored by it") {
  const DataTable table = table_of({LoopTimes{.add_us = 250}, LoopTimes{.mm_us = 550}});
  for (const char* const title : {"Delta", "Count effect", "Duration effect"})
    CHECK(table.columns[column_of(table, title)].change);
  CHECK_FALSE(table.columns[column_of(table, "Per step A")].change);
  const std::size_t delta = column_of(table, "Delta");
  const DataCell &more = table.rows[row_named(table, "aten::mm")].cells[delta],
                 &less = table.rows[row_named(table, "aten::add")].cells[delta];
  CHECK(more.number > 0);
  CHECK(more.text == "+50.00 µs");
  CHECK(less.number < 0);
  CHECK(less.text == "−50.00 µs");
}

TEST_CASE("rows and idle classes add up to the step and to its change, to the nanosecond") {
  for (const PartLevel level : {PartLevel::Kernel, PartLevel::Op, PartLevel::Module}) {
    const TwoRuns runs = uneven_runs(level);
    // 61 + 2 + 10 + 506 + 10 + 190 = 779 µs, and the kernels' spread; the mean of seven is whole.
    const DeltaLines lines = delta_lines(runs.diff);
    CHECK(lines.step_a_ns == std::llround(runs.diff.step.a));
    CHECK(lines.step_b_ns == std::llround(runs.diff.step.b));
    for (const bool brief : {false, true}) {
      const DataTable table = table_of(runs, RunSide::A, brief);
      CHECK(sum_of(table, "Per step A") == lines.step_a_ns);
      CHECK(sum_of(table, "Per step B") == lines.step_b_ns);
      CHECK(sum_of(table, "Delta") == lines.delta_ns());
    }
    for (const DeltaLine& one : lines.lines) {
      if (one.row == nullptr) continue;
      CHECK(std::abs(static_cast<double>(one.a_ns) - one.row->wall_a_ns) <= 1);
      CHECK(std::abs(static_cast<double>(one.b_ns) - one.row->wall_b_ns) <= 1);
    }
  }
}

TEST_CASE("a row of idle time leads to what was to blame for the longest of it, in either run") {
  LoopTimes slower;
  slower.loader_us = 250;
  const TwoRuns runs(LoopTimes{}, slower, PartLevel::Kernel);
  for (const RunSide side : {RunSide::A, RunSide::B}) {
    const DataTable table = table_of(runs, side);
    const DataRow& row = table.rows[row_named(table, "data loading (idle)")];
    const Snapshot& own = side == RunSide::A ? *runs.a : *runs.b;
    const Snapshot& other = side == RunSide::A ? *runs.b : *runs.a;
    CHECK(own.text(slice_name(own, row.event)).starts_with("enumerate(DataLoader)"));
    CHECK(other.text(slice_name(other, row.in_other_run)).starts_with("enumerate(DataLoader)"));
  }
}

TEST_CASE("numbers are rounded so that their sum is the rounded sum") {
  // 1.5 + 2.5 + 3 = 7; rounded down they are 6, and the first of those that lost a half gets one.
  CHECK(round_together({1.5, 2.5, 3}, 7) == std::vector<Ns>{2, 2, 3});
  CHECK(round_together({0.4, 0.4, 0.2}, 1) == std::vector<Ns>{1, 0, 0});
  CHECK(round_together({0.25, 0.75}, 1) == std::vector<Ns>{0, 1});
  CHECK(round_together({}, 0).empty());
}

TEST_CASE("what explains 90 % are the fewest rows that make up so much of all changes") {
  // 50 + 30 + 15 + 4 + 1 = 100: two rows are 80, three are 95.
  const std::vector<DeltaLine> five{line(50), line(-30), line(15), line(4), line(-1)};
  CHECK(explaining_lines(five) == 3);
  // 60 + 30 are exactly 90 of 100.
  const std::vector<DeltaLine> exact{line(60), line(-30), line(10)};
  CHECK(explaining_lines(exact) == 2);
  const std::vector<DeltaLine> nothing{line(0), line(0)};
  CHECK(explaining_lines(nothing) == 0);
}

TEST_CASE("the brief table has the rest in one row") {
  LoopTimes slower;
  slower.mm_us = 900;
  slower.add_us = 210;
  // 400 µs of aten::mm, 10 of aten::add: the first alone is 97 %.
  const DataTable table = table_of({LoopTimes{}, slower}, RunSide::A, true);
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].name.starts_with("aten::mm"));
  CHECK(table.rows[1].name.ends_with(" other rows"));
  CHECK(text_of(table, 1, "Delta") == "+10.00 µs");
  CHECK(table.facts.find("1 of ") == 0);
  // The sum below the table is that of all rows, whether they are listed or not.
  CHECK(sums_of(table, std::array{0U, 1U}).at(0).text == "+410.0 µs");
  // Nothing to leave out where nothing changed.
  const TwoRuns same(LoopTimes{}, LoopTimes{});
  CHECK(table_of(same, RunSide::A, true).rows.size() == table_of(same).rows.size());
}

TEST_CASE("what one run has is added or removed, and leads to the run that has it") {
  std::vector<std::string> renamed = loop_events({});
  for (std::string& event : renamed) {
    const std::size_t at = event.find("add_kernel");
    if (at != std::string::npos) event.replace(at, 10, "mul_kernel");
  }
  const TwoRuns runs(loop_events({}), renamed, PartLevel::Kernel);
  const DataTable a = table_of(runs, RunSide::A), b = table_of(runs, RunSide::B);
  const std::uint32_t added = row_named(a, "mul_kernel"), removed = row_named(a, "add_kernel");
  CHECK(text_of(a, added, "Status") == "added");
  CHECK(text_of(a, added, "Per step A").empty());
  CHECK(text_of(a, added, "Per step B") == "200.0 µs");
  CHECK(text_of(a, added, "Delta") == "+200.0 µs");
  CHECK(text_of(a, removed, "Status") == "removed");
  CHECK(text_of(a, removed, "Delta") == "−200.0 µs");
  CHECK(a.rows[added].event == EventId::None);
  CHECK(a.rows[added].in_other_run != EventId::None);
  CHECK(b.rows[added].event == a.rows[added].in_other_run);
  CHECK(a.rows[removed].event != EventId::None);
  CHECK(a.note(added, 0).text == "mul_kernel");
  CHECK(note_of(a.note(added, 0)).find("|Only in: B") != std::string::npos);
}

TEST_CASE("a step that did not change has no shares") {
  const DataTable table = table_of({LoopTimes{}, LoopTimes{}});
  REQUIRE(table.rows.size() > 1);
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    CHECK(text_of(table, row, "Share of change").empty());
}

TEST_CASE("a change of the step that may be chance has no shares") {
  LoopTimes noisy;
  noisy.slow_us = 300;
  const TwoRuns runs(LoopTimes{}, noisy);
  REQUIRE(runs.diff.tested > 0);
  REQUIRE_FALSE(runs.diff.step.significant);
  const DataTable table = table_of(runs);
  CHECK(text_of(table, 0, "Delta") == "+50.00 µs");
  CHECK(text_of(table, 0, "Share of change").empty());
  CHECK(note_of(table.note(0, column_of(table, "Share of change") + 1)) ==
        "n/a: the change in host step time, +50.00 µs, is not significant.");
}

TEST_CASE("a kernel that is selected is found in its row, from either run") {
  LoopTimes twice;
  twice.mm_calls = 2;
  const TwoRuns runs(LoopTimes{}, twice);
  const DataTable a = table_of(runs, RunSide::A), b = table_of(runs, RunSide::B);
  const std::uint32_t mm = row_named(b, "aten::mm");
  REQUIRE(b.rows[mm].places.size() == 12);  // two in each of six steps
  for (const EventId event : b.rows[mm].places) CHECK(row_of_event(*runs.b, b, event) == mm);
  CHECK(a.rows[row_named(a, "aten::mm")].places.size() == 6);
  CHECK_FALSE(row_of_event(*runs.a, a, EventId::None));
}

TEST_CASE("a large change that chance would make too is not called the same") {
  LoopTimes slower;
  slower.mm_us = 900;
  const TwoRuns runs(LoopTimes{}, slower);
  DeltaLine changed = delta_lines(runs.diff).lines.front();
  REQUIRE(changed.row != nullptr);
  CHECK(state_of(runs.diff, changed) == DeltaState::Changed);
  DiffRow row = *changed.row;
  row.significant = false;
  row.status = DiffStatus::Same;
  changed.row = &row;
  CHECK(state_of(runs.diff, changed) == DeltaState::NotSignificant);
  row.p.reset();
  CHECK(state_of(runs.diff, changed) == DeltaState::NotTested);
}

TEST_CASE("other counts alone are not called a change, and a tooltip says what states mean") {
  LoopTimes slower;
  slower.mm_us = 900;
  const TwoRuns runs(LoopTimes{}, slower);
  DeltaLine line = delta_lines(runs.diff).lines.front();
  REQUIRE(line.row != nullptr);
  DiffRow row = *line.row;
  line.row = &row;
  row.significant = false;
  line.b_ns = line.a_ns + 1;
  row.status = DiffStatus::Changed;
  row.count_b = row.count_a + 1;
  CHECK(state_of(runs.diff, line) == DeltaState::NotSignificant);
  row.count_b = row.count_a;
  row.status = DiffStatus::Same;
  CHECK(state_of(runs.diff, line) == DeltaState::Same);
  const DataTable table = table_of({LoopTimes{}, slower});
  const CellNote note = table.note(0, static_cast<std::size_t>(column_of(table, "Status")) + 1);
  CHECK(note.text == "changed");
  CHECK(note.facts.size() == 6);
}

TEST_CASE("why a number is real or not is said") {
  LoopTimes few, slower, twice;
  few.steps = slower.steps = 3;
  slower.mm_us = 900;
  const DataTable untested = table_of({few, slower});
  const auto p_of = [](const DataTable& table) {
    return static_cast<std::size_t>(column_of(table, "p")) + 1;
  };
  CHECK(text_of(untested, 0, "p") == "n/a");
  CHECK(untested.note(0, p_of(untested)).text ==
        "n/a: too few steps (3 vs 3) for a significance test; record at least 4 each.");
  slower.steps = 6;
  const DataTable tested = table_of({LoopTimes{}, slower});
  CHECK(tested.note(0, p_of(tested))
            .text.starts_with(
                "If A and B did not differ, any row would change this much in 0.216 % of the "
                "924 ways to split the steps between them."));
  // Three steps each, one call and two calls: no test, and none needed.
  few.mm_calls = 1;
  twice.steps = 3;
  twice.mm_calls = 2;
  const DataTable fact = table_of({few, twice});
  CHECK(text_of(fact, row_named(fact, "aten::mm"), "p") == "* counts");
  CHECK(fact.note(row_named(fact, "aten::mm"), p_of(fact)).text.find("no test is needed") !=
        std::string::npos);
}

TEST_CASE("how the names of a row were matched can be read") {
  LoopTimes wider;
  wider.shapes = "[[128, 64], [64, 64]]";
  const DataTable table = table_of({LoopTimes{}, wider});
  const std::string note = note_of(table.note(row_named(table, "aten::mm"), 0));
  CHECK(note.find("|In A: aten::mm [[64, 64], [64, 64]]") != std::string::npos);
  CHECK(note.find("|In B: aten::mm [[128, 64], [64, 64]]") != std::string::npos);
  CHECK(note.find("|Matched by: name, with different shapes") != std::string::npos);
  const DataTable same = table_of({LoopTimes{}, LoopTimes{}});
  CHECK(note_of(same.note(row_named(same, "aten::mm"), 0))
            .find("|Matched by: full name and shapes") != std::string::npos);
}

TEST_CASE("kernels whose short names are equal are told apart") {
  std::vector<std::string> events = loop_events({});
  int calls = 0;
  for (std::string& event : events) {
    const std::size_t at = event.find("\"gemm\"");
    if (at == std::string::npos) continue;
    event.replace(at, 6,
                  ++calls % 2 == 0 ? "\"void lib::gemm<float, 1, 128, 64>(float*)\""
                                   : "\"void lib::gemm<float, 1, 256, 64>(float*)\"");
  }
  const TwoRuns runs(events, events, PartLevel::Kernel);
  const DataTable table = table_of(runs);
  const std::uint32_t wide = row_named(table, "[256]"), narrow = row_named(table, "[128]");
  CHECK(wide != narrow);
  CHECK(table.rows[wide].name.starts_with("gemm<float"));
  // The whole names are what is searched and copied.
  CHECK(whole_name(*runs.a, table.rows[narrow]) == "void lib::gemm<float, 1, 128, 64>(float*)");
}

TEST_CASE("numbers below zero are written as such for spreadsheets") {
  LoopTimes faster;
  faster.mm_us = 300;
  faster.add_us = 260;
  const TwoRuns runs(LoopTimes{}, faster);
  const DataTable table = table_of(runs);
  const std::array<std::uint32_t, 1> row{row_named(table, "aten::add")};
  const std::array<std::size_t, 2> columns{column_of(table, "Delta"),
                                           column_of(table, "Share of change")};
  // 60 of -140 µs.
  CHECK(table_csv(*runs.a, table, row, columns) ==
        "Operator,Delta (ns),Share of change (share)\r\n\"aten::add [[64, 64], [64, "
        "64]]\",60000,-0.428571\r\n");
}

TEST_CASE("the recordings are described where they differ") {
  LoopTimes longer;
  longer.steps = 8;
  const TwoRuns runs(LoopTimes{}, longer);
  const auto facts = recording_facts(*compared(runs));
  REQUIRE(facts.size() == kUsualFacts);  // the files say the same of themselves
  CHECK(facts[1].key == "Compared");
  CHECK(facts[1].a == "6 steps");
  CHECK(facts[1].b == "8 steps");
  CHECK(facts[2].a == "nothing");
  CHECK_FALSE(facts[3].a);
  RunSamples samples;
  samples.warm_up = 2;
  samples.incomplete = 1;
  CHECK(left_out_words(samples) == "2 warm-up, 1 incomplete");
}

}  // namespace lanescope
