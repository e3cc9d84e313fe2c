#include "core/view/history/run_words.h"

#include <chrono>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/history/causes.h"
#include "core/view/history/panels.h"
#include "core/view/history/words.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

using Row = RanksDetailRow;
constexpr std::size_t kMostCommit = 12;
constexpr double kPercent = 100;

const HistoryRun& run_in(const History& history, const HistorySeries& series, std::size_t run) {
  LANESCOPE_CHECK(run < series.runs.size(), "run {} of {}", run, series.runs.size());
  return history.runs[series.runs[run]];
}

std::string change_line(const HistoryChange& change) {
  const std::string_view verdict = verdict_text(is_worse(change));
  const std::string cause = cause_text(change);
  return fmt::format("{}{}{}", change_text(change),
                     verdict.empty() ? "" : fmt::format(" ({})", verdict),
                     cause.empty() ? "" : ": " + cause);
}

void add_fact(std::vector<Row>& rows, std::string key, std::string value) {
  if (!value.empty()) rows.push_back({Row::Kind::Fact, std::move(key), std::move(value)});
}

void add_section(std::vector<Row>& rows, std::string title) {
  rows.push_back({Row::Kind::Section, std::move(title), ""});
}

void add_origin(const HistoryRun& run, std::vector<Row>& rows) {
  add_section(rows, "Run");
  add_fact(rows, "Commit", run.commit);
  add_fact(rows, "Host", run.host);
  add_fact(rows, "GPU", run.setup.gpu);
  if (run.ranks > 1) add_fact(rows, "Summaries", counted(run.ranks, "rank"));
  add_fact(rows, "Steps", count_text(run.steps));
  if (run.fault != TraceFault::None)
    add_fact(rows, "Load report", "the trace is " + std::string(fault_text(run.fault)));
  add_fact(rows, "Summary", run.file);
  add_fact(rows, "Trace", run.trace);
}

void add_metrics(const History& history, const HistorySeries& series,
                 std::span<const HistoryPanel> panels, std::size_t run, std::vector<Row>& rows) {
  add_section(rows, run == 0 ? "Measures" : "Measures, and since the run before");
  for (const HistoryPanel& panel : panels) {
    const RunStep step = run_step(history, series, run, panel.metric);
    if (!step.value) continue;
    std::string text = metric_text(panel.metric, *step.value);
    if (step.delta && *step.delta != 0) text += "  " + metric_delta_text(panel.metric, *step.delta);
    add_fact(rows, panel.title, std::move(text));
  }
}

void add_changes(const HistorySeries& series, std::size_t run, std::vector<Row>& rows) {
  bool any = false;
  for (const HistoryChange& change : series.changes) {
    if (change.point.at != run) continue;
    if (!any) add_section(rows, "Changed from this run on");
    any = true;
    rows.push_back({Row::Kind::Text, "",
                    capitalized(metric_title(change.metric)) + " " + change_line(change)});
  }
}

void add_settings(const History& history, const HistorySeries& series, std::size_t run,
                  std::vector<Row>& rows) {
  const HistoryRun& one = run_in(history, series, run);
  if (run > 0) {
    const auto changed = changed_facts(run_in(history, series, run - 1), one);
    if (!changed.empty()) add_section(rows, "Settings that changed");
    for (const ChangedFact& fact : changed)
      add_fact(rows, fact.key,
               fmt::format("{} → {}", fact.before.empty() ? "n/a" : fact.before,
                           fact.after.empty() ? "n/a" : fact.after));
  }
  if (!one.facts.empty()) add_section(rows, "Settings");
  for (const auto& [key, value] : one.facts) add_fact(rows, key, value);
}

}  // namespace

std::string run_time(const HistoryRun& run) {
  if (!run.recorded) return "";
  const std::chrono::sys_time<std::chrono::nanoseconds> time(
      std::chrono::nanoseconds(run.recorded->begin_ns));
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const auto minutes = std::chrono::floor<std::chrono::minutes>(time - day).count();
  constexpr int kHour = 60;
  return fmt::format("{} {:02}:{:02}", run_date(run), minutes / kHour, minutes % kHour);
}

std::string short_commit(const HistoryRun& run) {
  return run.commit.substr(0, kMostCommit);
}

RunStep run_step(const History& history, const HistorySeries& series, std::size_t run,
                 std::size_t metric) {
  RunStep out;
  out.value = run_in(history, series, run).values[metric];
  for (std::size_t i = run; out.value && i-- > 0;) {
    const auto& before = run_in(history, series, i).values[metric];
    if (!before) continue;
    out.delta = *out.value - *before;
    out.before = i;
    break;
  }
  return out;
}

std::string run_step_text(std::size_t metric, double value, double delta) {
  std::string text = metric_delta_text(metric, delta);
  const double before = value - delta;
  if (metric_unit(metric) != MetricUnit::Percent && before != 0)
    text += fmt::format(" ({})", format_change_pct(kPercent * delta / before));
  return text;
}

RunHover run_hover(const History& history, const HistorySeries& series, std::size_t run,
                   std::size_t metric) {
  const HistoryRun& one = run_in(history, series, run);
  RunHover out;
  out.title = fmt::format("Run {} · {}", run + 1, run_time(one));
  const RunStep step = run_step(history, series, run, metric);
  out.facts.emplace_back(capitalized(metric_title(metric)),
                         step.value ? metric_text(metric, *step.value) : "n/a");
  if (step.delta)
    out.facts.emplace_back(fmt::format("Since run {}", step.before + 1),
                           run_step_text(metric, *step.value, *step.delta));
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) out.facts.emplace_back(key, value);
  };
  add("Commit", short_commit(one));
  add("Host", one.host);
  add("GPU", one.setup.gpu);
  for (const HistoryChange& change : series.changes) {
    if (change.metric == metric && change.point.at == run)
      out.change = "From this run on " + change_line(change);
  }
  return out;
}

RanksDetails run_details(const History& history, const HistorySeries& series,
                         std::span<const HistoryPanel> panels, std::size_t run) {
  const HistoryRun& one = run_in(history, series, run);
  RanksDetails out;
  out.title = fmt::format("Run {} of {}", run + 1, series.runs.size());
  out.subtitle = run_time(one) + " UTC";
  add_changes(series, run, out.rows);
  add_metrics(history, series, panels, run, out.rows);
  add_origin(one, out.rows);
  add_settings(history, series, run, out.rows);
  return out;
}

}  // namespace lanescope
