#include "core/view/history/tables.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/text/ascii_case.h"
#include "core/view/history/panels.h"
#include "core/view/history/run_words.h"
#include "core/view/history/words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr double kRealCells = 1'000'000;  // DataKind::Real is in millionths

DataCell metric_cell(const HistoryRun& run, std::size_t metric) {
  const auto& value = run.values[metric];
  if (!value) return {};
  switch (metric_unit(metric)) {
    case MetricUnit::Time:
      return time_cell(std::llround(*value));
    case MetricUnit::Bytes:
      return bytes_cell(std::llround(*value));
    case MetricUnit::Percent:
      return {std::llround(*value * kRealCells), metric_text(metric, *value)};
  }
  return {};
}

DataCell since_cell(const History& history, const HistorySeries& series, std::size_t run) {
  const RunStep step = run_step(history, series, run, kStepTimeMetric);
  if (!step.delta) return {};
  return {std::llround(*step.delta), run_step_text(kStepTimeMetric, *step.value, *step.delta)};
}

/// "Step time +4.1 %, GEMM kernels +6 %".
std::string changed_text(const HistorySeries& series, std::size_t run) {
  std::vector<std::string> all;
  for (const HistoryChange& change : series.changes) {
    if (change.point.at == run)
      all.push_back(metric_title(change.metric) + " " + change_text(change));
  }
  return capitalized(fmt::format("{}", fmt::join(all, ", ")));
}

bool is_worse_at(const HistorySeries& series, std::size_t run) {
  return std::ranges::any_of(series.changes, [&](const HistoryChange& change) {
    return change.point.at == run && is_worse(change).value_or(false);
  });
}

/// With several series, the number of each.
std::string run_name(const History& history, SeriesRun at) {
  const std::string name = fmt::format("Run {}", at.run + 1);
  return history.series.size() == 1 ? name : fmt::format("{} of series {}", name, at.series + 1);
}

void add_run(const History& history, SeriesRun at, HistoryTables& out) {
  const HistorySeries& series = history.series[at.series];
  const HistoryRun& run = history.runs[series.runs[at.run]];
  DataRow row{.name = run_name(history, at),
              .tone = is_worse_at(series, at.run) ? DataTone::Alert : DataTone::Usual};
  row.cells = {text_cell(run_time(run)),
               text_cell(short_commit(run)),
               text_cell(run.host),
               text_cell(run.setup.gpu),
               count_cell(run.steps),
               metric_cell(run, kStepTimeMetric),
               since_cell(history, series, at.run),
               metric_cell(run, kGpuBusyMetric),
               metric_cell(run, kExposedCommMetric),
               metric_cell(run, kIdleMetric),
               metric_cell(run, kPeakMemoryMetric),
               text_cell(changed_text(series, at.run)),
               text_cell(run.trace)};
  out.runs.rows.push_back(std::move(row));
  out.run_rows.push_back(at);
}

/// What hardware it is tells apart only where there is other.
DataTable runs_table(const History& history) {
  return {.name_title = "Run",
          .columns = {{"Recorded", DataKind::Text},
                      {"Commit", DataKind::Text},
                      {"Host", DataKind::Text},
                      {"GPU", DataKind::Text, history.series.size() > 1},
                      {"Steps", DataKind::Count},
                      {"Step time", DataKind::Time},
                      {"vs. previous", DataKind::Time, true, true},
                      {"GPU busy", DataKind::Real},
                      {"Exposed comm", DataKind::Time},
                      {"Idle", DataKind::Time},
                      {"Peak memory", DataKind::Bytes},
                      {"Changed", DataKind::Text},
                      {"Trace", DataKind::Text, false}},
          .empty = "No run can be placed in time"};
}

void add_change(const History& history, std::size_t s, const HistoryChange& change,
                HistoryTables& out) {
  const HistorySeries& series = history.series[s];
  const HistoryRun& run = history.runs[series.runs[change.point.at]];
  const auto worse = is_worse(change);
  DataRow row{.name = capitalized(metric_title(change.metric)),
              .tone = worse.value_or(false) ? DataTone::Alert : DataTone::Usual};
  row.cells = {text_cell(run_name(history, {s, change.point.at})),
               text_cell(run_date(run)),
               text_cell(short_commit(run)),
               text_cell(metric_text(change.metric, change.point.before)),
               text_cell(metric_text(change.metric, change.point.after)),
               text_cell(change_text(change)),
               text_cell(std::string(verdict_text(worse))),
               real_cell(change.point.p),
               text_cell(cause_text(change))};
  out.changes.rows.push_back(std::move(row));
  out.change_rows.push_back({s, change.point.at});
}

DataTable changes_table() {
  return {.name_title = "Change",
          .columns = {{"From run", DataKind::Text},
                      {"Recorded", DataKind::Text},
                      {"Commit", DataKind::Text},
                      {"Before", DataKind::Text},
                      {"After", DataKind::Text},
                      {"Change", DataKind::Text},
                      {"Verdict", DataKind::Text},
                      {"p", DataKind::Real},
                      {"Moved with it", DataKind::Text}},
          .empty = "Nothing changed for good"};
}

DataRow problem_row(const std::string& file, std::string problem) {
  return {.name = std::filesystem::path(file).filename().string(),
          .cells = {text_cell(std::move(problem))},
          .tone = DataTone::Alert};
}

}  // namespace

HistoryTables make_history_tables(const History& history,
                                  const std::vector<HistoryFiles::Problem>& problems) {
  HistoryTables out{
      runs_table(history),
      changes_table(),
      {.name_title = "File",
       .columns = {{"Problem", DataKind::Text}},
       .empty = "All summaries were read, are of runs that are shown, and of whole traces"},
      {},
      {}};
  for (std::size_t s = 0; s < history.series.size(); ++s) {
    for (std::size_t run = 0; run < history.series[s].runs.size(); ++run)
      add_run(history, {s, run}, out);
    for (const HistoryChange& change : history.series[s].changes)
      add_change(history, s, change, out);
  }
  for (const HistoryFiles::Problem& one : problems)
    out.files.rows.push_back(problem_row(one.file, one.what));
  for (const HistoryRun& run : history.runs) {
    if (run.fault != TraceFault::None)
      out.files.rows.push_back(
          problem_row(run.file, "its trace is " + std::string(fault_text(run.fault))));
  }
  for (const History::LeftOut& one : history.left_out)
    out.files.rows.push_back(problem_row(one.file, "left out: " + one.why));
  out.runs.facts = counted(out.run_rows.size(), "run");
  out.changes.facts = counted(out.change_rows.size(), "change");
  out.files.facts = counted(out.files.rows.size(), "file");
  return out;
}

}  // namespace lanescope
