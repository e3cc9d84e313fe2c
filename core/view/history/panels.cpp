#include "core/view/history/panels.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/view/history/words.h"

namespace lanescope {
namespace {

/// Runs beyond these quantiles are drawn at the edge.
constexpr double kShown = 0.02, kRoom = 0.15;
constexpr double kLeastShare = 0.01;

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

std::vector<std::size_t> metrics_in_order() {
  std::vector<std::size_t> out{kStepTimeMetric,    kGpuBusyMetric,       kPeakMemoryMetric,
                               kExposedCommMetric, kExposedCopiesMetric, kIdleMetric,
                               kComputeMetric};
  for (std::size_t metric = kFirstIdleMetric; metric < kHistoryMetrics; ++metric)
    out.push_back(metric);
  return out;
}

/// A part of a step that is never a hundredth of it tells nothing.
bool counts(const HistoryRun& run, std::size_t metric) {
  const auto& value = run.values[metric];
  if (!value) return false;
  if (metric_unit(metric) != MetricUnit::Time || metric == kStepTimeMetric) return true;
  return *value > 0 && *value >= kLeastShare * run.values[kStepTimeMetric].value_or(0);
}

void add_values(const History& history, const HistorySeries& series, HistoryPanel& panel) {
  std::vector<double> known;
  for (const std::size_t run : series.runs) {
    const auto& value = panel.values.emplace_back(history.runs[run].values[panel.metric]);
    if (!value) continue;
    known.push_back(*value);
    panel.latest = metric_text(panel.metric, *value);
  }
  LANESCOPE_CHECK(!known.empty(), "metric {} has no values", panel.metric);
  panel.axis = metric_axis(known, panel.metric);
}

void add_changes(const HistorySeries& series, HistoryPanel& panel) {
  const HistoryChange* last = nullptr;
  for (const HistoryChange& change : series.changes) {
    if (change.metric != panel.metric) continue;
    const ChangePoint& point = change.point;
    panel.levels.push_back({point.begin, point.at, point.before});
    panel.marks.push_back({point.at, change_text(change), change.delta() > 0, is_worse(change)});
    last = &change;
  }
  if (last != nullptr) panel.levels.push_back({last->point.at, last->point.end, last->point.after});
}

}  // namespace

ValueAxis metric_axis(const std::vector<double>& values, std::size_t metric) {
  const double low = quantile(values, kShown), high = quantile(values, 1 - kShown);
  const double room = kRoom * (high - low);
  return value_axis(std::max(low - room, std::min(low, 0.0)), high + room, metric_unit(metric));
}

std::string_view measured_text(std::size_t metric) {
  if (metric == kPeakMemoryMetric) return "";
  if (metric >= kFirstKernelMetric) return "mean per step and GPU";
  return metric == kStepTimeMetric ? "median of the steps" : "median of the steps, per GPU";
}

std::string_view verdict_text(std::optional<bool> worse) {
  if (!worse) return "";
  return *worse ? "worse" : "better";
}

std::vector<HistoryPanel> history_panels(const History& history, const HistorySeries& series) {
  std::vector<HistoryPanel> panels;
  for (const std::size_t metric : metrics_in_order()) {
    const bool any = std::ranges::any_of(
        series.runs, [&](std::size_t run) { return counts(history.runs[run], metric); });
    if (!any) continue;
    HistoryPanel panel;
    panel.metric = metric;
    panel.title = capitalized(metric_title(metric));
    panel.measured = capitalized(measured_text(metric));
    add_values(history, series, panel);
    add_changes(series, panel);
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace lanescope
