#include "core/view/history/words.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/analysis/idle/words.h"
#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/view/colors/role.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kFirstIdleMetric> kTitles{
    "step time",     "GPU busy", "GPU idle", "peak memory", "compute", "exposed communication",
    "exposed copies"};
constexpr std::array<std::string_view, kKernelKinds> kKernelTitles{
    "GEMM kernels", "attention kernels", "communication kernels", "other kernels"};
constexpr std::size_t kMostCommit = 12;  // of a hash
constexpr double kMostly = 0.5;          // of what its kind moved
constexpr double kPercent = 100;

std::string bytes_text(double bytes) {
  return format_bytes(static_cast<std::int64_t>(std::llround(bytes)));
}

std::string runs_text(std::size_t count) {
  return counted(count, "run");
}

std::string mover_text(const ChangeMover& mover, std::size_t metric) {
  if (mover.metric == metric)
    return mover.kernel.empty() ? "" : mover.kernel + " " + signed_duration(mover.kernel_delta);
  std::string text =
      fmt::format("{} {}", metric_title(mover.metric), signed_duration(mover.delta()));
  if (!mover.kernel.empty() && mover.kernel_delta / mover.delta() >= kMostly)
    text += ", mostly " + mover.kernel;
  return text;
}

std::string fact_text(const ChangedFact& fact) {
  return fmt::format("{} {} → {}", fact.key, fact.before.empty() ? "n/a" : fact.before,
                     fact.after.empty() ? "n/a" : fact.after);
}

}  // namespace

KernelKind kernel_kind_of(std::string_view kernel) {
  switch (role_of(CategoryKind::Kernel, classify_name(kernel))) {
    case ColorRole::Gemm:
      return KernelKind::Gemm;
    case ColorRole::Attention:
      return KernelKind::Attention;
    case ColorRole::Communication:
      return KernelKind::Communication;
    default:
      return KernelKind::Other;
  }
}

std::string metric_title(std::size_t metric) {
  LANESCOPE_CHECK(metric < kHistoryMetrics, "metric {}", metric);
  if (metric < kFirstIdleMetric) return std::string(kTitles[metric]);
  if (metric >= kFirstKernelMetric) return std::string(kKernelTitles[metric - kFirstKernelMetric]);
  return "idle, " +
         std::string(idle_class_title(static_cast<IdleClass>(metric - kFirstIdleMetric)));
}

std::string metric_text(std::size_t metric, double value) {
  switch (metric_unit(metric)) {
    case MetricUnit::Time:
      return format_duration(static_cast<Ns>(std::llround(value)));
    case MetricUnit::Percent:
      return fmt::format("{:.1f} %", value);
    case MetricUnit::Bytes:
      return bytes_text(value);
  }
  return "";
}

std::string metric_delta_text(std::size_t metric, double delta) {
  const std::string sign = delta < 0 ? "−" : "+";
  switch (metric_unit(metric)) {
    case MetricUnit::Time:
      return signed_duration(delta);
    case MetricUnit::Percent:
      return fmt::format("{}{:.1f} points", sign, std::abs(delta));
    case MetricUnit::Bytes:
      return sign + bytes_text(std::abs(delta));
  }
  return "";
}

std::string change_text(const HistoryChange& change) {
  if (metric_unit(change.metric) == MetricUnit::Percent || change.point.before == 0)
    return metric_delta_text(change.metric, change.delta());
  return format_change_pct(kPercent * change.delta() / change.point.before);
}

std::optional<bool> is_worse(const HistoryChange& change) {
  if (change.metric == kGpuBusyMetric) return change.delta() < 0;
  if (change.metric == kComputeMetric) return std::nullopt;
  return change.delta() > 0;
}

std::string run_date(const HistoryRun& run) {
  if (!run.recorded) return "";
  const std::chrono::sys_time<std::chrono::nanoseconds> time(
      std::chrono::nanoseconds(run.recorded->begin_ns));
  const std::chrono::year_month_day date(std::chrono::floor<std::chrono::days>(time));
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string run_title(const History& history, const HistorySeries& series, std::size_t run) {
  LANESCOPE_CHECK(run < series.runs.size(), "run {} of {}", run, series.runs.size());
  const HistoryRun& one = history.runs[series.runs[run]];
  std::string text = fmt::format("run {} of {} ({}", run + 1, series.runs.size(), run_date(one));
  if (!one.commit.empty()) text += ", commit " + one.commit.substr(0, kMostCommit);
  return text + ")";
}

std::string cause_text(const HistoryChange& change) {
  std::vector<std::string> causes;
  for (const ChangeMover& mover : change.movers) causes.push_back(mover_text(mover, change.metric));
  for (const ChangedFact& fact : change.facts) causes.push_back(fact_text(fact));
  std::erase(causes, "");
  return fmt::format("{}", fmt::join(causes, "; "));
}

std::string series_sentence(const History& history, const HistorySeries& series,
                            std::size_t metric) {
  const std::string title = metric_title(metric);
  const HistoryChange* change = series.latest_change(metric);
  if (change != nullptr) {
    std::string by = change_text(*change);
    for (const std::string_view sign : {"+", "−"}) {
      if (by.starts_with(sign)) by.erase(0, sign.size());
    }
    const std::string cause = cause_text(*change);
    return fmt::format("{} {} {} at {}{}", title, change->delta() > 0 ? "rose" : "fell", by,
                       run_title(history, series, change->point.at),
                       cause.empty() ? "" : ": " + cause);
  }
  const auto known = static_cast<std::size_t>(std::ranges::count_if(
      series.runs, [&](std::size_t run) { return history.runs[run].values[metric].has_value(); }));
  if (known == 0) return fmt::format("{} is in none of {}", title, runs_text(series.runs.size()));
  if (known < least_runs(metric))
    return fmt::format("{} of {} cannot be tested for changes; at least {} are needed", title,
                       runs_text(known), least_runs(metric));
  return fmt::format("{} did not change in {}", title, runs_text(known));
}

std::string history_sentence(const History& history, std::size_t metric) {
  if (!history.series.empty()) return series_sentence(history, history.series.front(), metric);
  return history.left_out.empty() ? "there are no runs" : "no run can be placed in time";
}

std::string history_problem(const std::vector<HistoryFiles::Problem>& problems) {
  if (problems.empty()) return "";
  return fmt::format("{} could not be read (the others are shown): {}: {}",
                     counted(problems.size(), "summary", "summaries"),
                     std::filesystem::path(problems.front().file).filename().string(),
                     problems.front().what);
}

std::string series_title(const History& history, const HistorySeries& series) {
  const RunSetup& setup = series.setup;
  std::string text = setup.gpu.empty() ? "unknown GPU" : setup.gpu;
  if (setup.gpus > 1) text = fmt::format("{} × {}", setup.gpus, text);
  if (setup.rank) text += fmt::format(", rank {}", *setup.rank);
  if (setup.world_size) text += fmt::format(" of {}", *setup.world_size);
  if (series.other_inputs) text += ", with inputs of its own";
  const std::string first = run_date(history.runs[series.runs.front()]);
  const std::string last = run_date(history.runs[series.runs.back()]);
  return fmt::format("{}; {}, {}", text, runs_text(series.runs.size()),
                     first == last ? first : first + " to " + last);
}

std::vector<SeriesWords> words_of_series(const History& history) {
  std::vector<SeriesWords> all;
  for (const HistorySeries& series : history.series) {
    SeriesWords& words = all.emplace_back();
    words.title = series_title(history, series);
    words.sentence = capitalized(series_sentence(history, series, kStepTimeMetric));
    words.dates.reserve(series.runs.size());
    for (const std::size_t run : series.runs) words.dates.push_back(run_date(history.runs[run]));
  }
  return all;
}

std::vector<std::string> history_notes(const History& history) {
  std::vector<std::string> notes;
  if (history.runs.size() >= 2 * kLeastPiece)
    notes.push_back(fmt::format(
        "changes: E-divisive with permutation tests; of series without a change, at most {:.0f} % "
        "are given one in any metric, if runs vary independently; changes below {:.0f} % are left "
        "out",
        kPercent * kFalseAlarms, kPercent * kLeastChangeShare));
  if (history.series.size() > 1)
    notes.push_back(
        fmt::format("{} are not compared with each other: hardware, world size, rank, kind of "
                    "trace or inputs differ",
                    counted(history.series.size(), "series", "series")));
  std::size_t unknown = 0;
  for (const HistorySeries& series : history.series) unknown += series.unknown_inputs;
  if (unknown > 0)
    notes.push_back(
        fmt::format("{} not tell the input shapes of operators, so whether these are "
                    "of the same work is unknown",
                    unknown == 1 ? "1 run does" : runs_text(unknown) + " do"));
  const auto incomplete = static_cast<std::size_t>(std::ranges::count_if(
      history.runs, [](const HistoryRun& run) { return run.fault != TraceFault::None; }));
  if (incomplete > 0)
    notes.push_back(fmt::format("{} truncated or damaged, so the figures are of what could be read",
                                incomplete == 1
                                    ? "the trace of 1 run is"
                                    : "the traces of " + runs_text(incomplete) + " are"));
  std::map<std::string, std::size_t> reasons;
  for (const History::LeftOut& one : history.left_out) ++reasons[one.why];
  for (const auto& [why, count] : reasons)
    notes.push_back(fmt::format("left out: {} ({})", counted(count, "summary", "summaries"), why));
  return notes;
}

}  // namespace lanescope
