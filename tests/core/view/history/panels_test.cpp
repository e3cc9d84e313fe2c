// The charts of a history.
#include "core/view/history/panels.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/view/history/run_words.h"
#include "core/view/history/tables.h"
#include "core/view/history/words.h"
#include "tests/core/history/made_history.h"

using namespace lanescope;

namespace {

History changed_history(double share = 0.06) {
  HistoryPlan plan;
  plan.runs = 30;
  plan.run_noise = plan.drift = plan.disturbed = 0;
  plan.changes = {{20, MadePart::Gemm, share}};
  return make_history(made_runs(plan), 1);
}

const HistoryPanel* panel_of(const std::vector<HistoryPanel>& panels, std::size_t metric) {
  const auto found = std::ranges::find(panels, metric, &HistoryPanel::metric);
  return found == panels.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("each measure that is known has a chart, the step time first; tiny ones have none") {
  const History history = changed_history();
  const auto panels = history_panels(history, history.series.front());
  REQUIRE_FALSE(panels.empty());
  CHECK(panels.front().title == "Step time");
  CHECK(panels.front().measured == "Median of the steps");
  CHECK(panel_of(panels, kPeakMemoryMetric) != nullptr);
  CHECK(panel_of(panels, kExposedCommMetric) != nullptr);
  CHECK(panel_of(panels, kExposedCopiesMetric) == nullptr);  // there are none
  for (const HistoryPanel& panel : panels) {
    CAPTURE(panel.title);
    CHECK(panel.values.size() == 30);
    CHECK(panel.latest == metric_text(panel.metric, *panel.values.back()));
    CHECK(panel.axis.low <= *panel.values.back());
    CHECK(panel.axis.high >= *panel.values.back());
  }
}

TEST_CASE("a chart has the changes that the command line prints, and the levels around them") {
  const History history = changed_history();
  const auto panels = history_panels(history, history.series.front());
  const HistoryPanel& steps = panels.front();
  REQUIRE(steps.marks.size() == 1);
  const HistoryMark& mark = steps.marks.front();
  CHECK(mark.run == 20);
  CHECK(mark.change == change_text(history.series.front().changes.front()));
  CHECK(mark.change.starts_with("+"));
  CHECK(mark.rises);
  CHECK(mark.worse == true);
  REQUIRE(steps.levels.size() == 2);
  CHECK(steps.levels[0].end == 20);
  CHECK(steps.levels[1].begin == 20);
  CHECK(steps.levels[1].end == 30);
  CHECK(steps.levels[1].value > steps.levels[0].value);
}

TEST_CASE("less time is better, a busier GPU too") {
  const History history = changed_history(-0.06);
  const auto panels = history_panels(history, history.series.front());
  REQUIRE(panels.front().marks.size() == 1);
  CHECK(panels.front().marks.front().worse == false);
  CHECK(verdict_text(panels.front().marks.front().worse) == "better");
  CHECK_FALSE(panels.front().marks.front().rises);
}

TEST_CASE("the mouse over a run tells its value, its time, and the difference to the run before") {
  const History history = changed_history();
  const HistorySeries& series = history.series.front();
  const RunHover hover = run_hover(history, series, 20, kStepTimeMetric);
  CHECK(hover.title == "Run 21 · 2026-01-25 08:00");
  REQUIRE(hover.facts.size() >= 4);
  CHECK(hover.facts[0].first == "Step time");
  CHECK(hover.facts[1].first == "Since run 20");
  CHECK(hover.facts[1].second.starts_with("+"));
  CHECK(hover.facts[1].second.ends_with(" %)"));
  CHECK(hover.facts[2] == std::pair<std::string, std::string>{"Commit", "abc0014"});
  CHECK(hover.facts[3] == std::pair<std::string, std::string>{"Host", "node07"});
  CHECK(hover.change.starts_with("From this run on +"));
  CHECK(hover.change.find("(worse): GEMM kernels +") != std::string::npos);
  CHECK(run_hover(history, series, 0, kStepTimeMetric).facts[1].first == "Commit");
  CHECK(run_hover(history, series, 5, kStepTimeMetric).change.empty());
}

TEST_CASE("runs on other hardware are another series, in the tables as well") {
  HistoryPlan plan;
  plan.runs = 12;
  std::vector<HistoryRun> runs = made_runs(plan);
  for (std::size_t i = 8; i < runs.size(); ++i) runs[i].setup.gpu = "NVIDIA H200";
  const History history = make_history(std::move(runs), 1);
  REQUIRE(history.series.size() == 2);
  const HistoryTables tables = make_history_tables(history, {{"/x/day3.rank", "no summary"}});
  REQUIRE(tables.runs.rows.size() == 12);
  CHECK(tables.run_rows[8] == SeriesRun{1, 0});
  CHECK(tables.runs.rows[8].name == "Run 1 of series 2");
  CHECK(tables.runs.rows[8].cells[3].text == "NVIDIA H200");
  // Nothing is said to differ from a run that it cannot be compared with.
  CHECK(tables.runs.rows[8].cells[6].text.empty());
  CHECK_FALSE(tables.runs.rows[9].cells[6].text.empty());
  REQUIRE(tables.files.rows.size() == 1);
  CHECK(tables.files.rows.front().name == "day3.rank");
}

TEST_CASE("a run whose trace is damaged is shown, and its file listed with what is wrong") {
  HistoryPlan plan;
  plan.runs = 3;
  std::vector<HistoryRun> runs = made_runs(plan);
  runs[1].fault = TraceFault::Damaged;
  const History history = make_history(std::move(runs), 1);
  const HistoryTables tables = make_history_tables(history, {});
  CHECK(tables.runs.rows.size() == 3);
  REQUIRE(tables.files.rows.size() == 1);
  CHECK(tables.files.rows.front().name == "run001.rank");
  CHECK(tables.files.rows.front().cells.front().text == "its trace is damaged");
  const auto notes = history_notes(history);
  CHECK(std::ranges::any_of(notes, [](const std::string& note) {
    return note.starts_with("the trace of 1 run is truncated or damaged");
  }));
}

TEST_CASE("the details of a run have its measures, what changed at it, and where it was recorded") {
  const History history = changed_history();
  const RanksDetails details = run_details(history, history.series.front(),
                                           history_panels(history, history.series.front()), 20);
  CHECK(details.title == "Run 21 of 30");
  std::string all;
  for (const RanksDetailRow& row : details.rows) all += row.key + "=" + row.value + "\n";
  CAPTURE(all);
  CHECK(all.find("Step time +") != std::string::npos);
  CHECK(all.find("Commit=abc0014") != std::string::npos);
  CHECK(all.find("GPU=NVIDIA H100 80GB HBM3") != std::string::npos);
  CHECK(all.find("Peak memory=61.00 GiB") != std::string::npos);
}
