#include "core/analysis/events/window.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/warm_up_signs.h"

namespace lanescope {

std::string_view window_kind_name(WindowKind kind) {
  constexpr std::array kNames = {"whole", "steps", "hta", "tb", "range"};
  return kNames[static_cast<std::size_t>(kind)];
}

AnalysisWindow whole_window() {
  return {};
}

AnalysisWindow range_window(TimeRange range) {
  return {WindowKind::Range, range, {}};
}

namespace {

AnalysisWindow steps_after(std::span<const StepRange> steps, std::size_t warm_up,
                           const SharedThresholds& thresholds) {
  TimeRange range = steps[warm_up].range;
  for (const StepRange& step : steps) range.end_ns = std::max(range.end_ns, step.range.end_ns);
  return {WindowKind::Steps, range, {}, steps.size() - warm_up, warm_up, thresholds};
}

}  // namespace

std::optional<AnalysisWindow> steps_window(const Snapshot& snapshot,
                                           const SharedThresholds& thresholds) {
  if (snapshot.steps.empty()) return std::nullopt;
  const std::vector<StepRange> steps = step_ranges(snapshot);
  return steps_after(steps, count_warm_up_steps(snapshot, steps, *thresholds), thresholds);
}

AnalysisWindow window_of_steps(std::span<const StepRange> steps, std::size_t warm_up,
                               const SharedThresholds& thresholds) {
  if (!steps.empty()) {
    AnalysisWindow window = steps_after(steps, warm_up, thresholds);
    // Zero-length steps contain nothing.
    if (!window.range.empty()) return window;
  }
  AnalysisWindow whole = whole_window();
  whole.thresholds = thresholds;
  return whole;
}

AnalysisWindow usual_window(const Snapshot& snapshot, const SharedThresholds& thresholds) {
  if (snapshot.steps.empty()) return window_of_steps({}, 0, thresholds);
  const std::vector<StepRange> steps = step_ranges(snapshot);
  return window_of_steps(steps, count_warm_up_steps(snapshot, steps, *thresholds), thresholds);
}

AnalysisWindow hta_window(const Snapshot& snapshot) {
  if (snapshot.steps.size() < 2) return whole_window();
  return {WindowKind::Hta, {kMinNs, snapshot.steps.back().range.begin_ns}, {}};
}

bool admits_launch(const Snapshot& snapshot, const AnalysisWindow& window, EventId link) {
  const auto launch = snapshot.find_slice(link);
  if (!launch) return false;
  const CategoryKind kind = snapshot.kind_of(launch->chunk->category[launch->slice]);
  return kind == CategoryKind::HostCall && window.has_start(launch->chunk->start_ns[launch->slice]);
}

}  // namespace lanescope
