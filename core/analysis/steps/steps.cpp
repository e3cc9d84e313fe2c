#include "core/analysis/steps/steps.h"

#include <algorithm>
#include <memory>

#include "core/analysis/events/loop_steps.h"
#include "core/analysis/events/recording_pauses.h"
#include "core/analysis/events/warm_up_signs.h"
#include "core/analysis/results.h"
#include "core/analysis/steps/activity.h"
#include "core/analysis/steps/gpu_periods.h"

namespace lanescope {
namespace {

using ClassOrder = std::array<StepClass, kStepClasses - 1>;

constexpr ClassOrder kOrder = {StepClass::Kernel, StepClass::Communication, StepClass::Memcpy,
                               StepClass::Memset, StepClass::Runtime,       StepClass::DataLoader,
                               StepClass::CpuExec};
constexpr ClassOrder kTensorboardOrder = {
    StepClass::Kernel,  StepClass::Memcpy,     StepClass::Memset, StepClass::Communication,
    StepClass::Runtime, StepClass::DataLoader, StepClass::CpuExec};

/// Splits steps in time order; they must not overlap.
class StepSplitter {
 public:
  StepSplitter(const StepActivity& activity, const ClassOrder& order)
      : activity_(activity), order_(order) {}

  std::array<Ns, kStepClasses> split(TimeRange step) {
    std::array<Ns, kStepClasses> lengths{};
    for (Ns now = step.begin_ns; now < step.end_ns;) {
      const auto [step_class, until_ns] = going_on(now, step.end_ns);
      Ns& length_ns = lengths[static_cast<std::size_t>(step_class)];
      length_ns = saturating_add(length_ns, saturating_sub(until_ns, now));
      now = until_ns;
    }
    return lengths;
  }

 private:
  /// The first active class at `now`, and until when that is the case.
  std::pair<StepClass, Ns> going_on(Ns now, Ns end_ns) {
    Ns until_ns = end_ns;
    for (const StepClass one : order_) {
      const auto c = static_cast<std::size_t>(one);
      const std::vector<TimeRange>& list = activity_[c];
      while (at_[c] < list.size() && list[at_[c]].end_ns <= now) ++at_[c];
      if (at_[c] == list.size()) continue;
      const TimeRange& next = list[at_[c]];
      if (next.begin_ns <= now) return {one, std::min(until_ns, next.end_ns)};
      until_ns = std::min(until_ns, next.begin_ns);
    }
    return {StepClass::Other, until_ns};
  }

  const StepActivity& activity_;
  const ClassOrder& order_;
  std::array<std::size_t, kStepClasses> at_{};
};

/// Steps that all but agree differ by many deviations, and by nothing that matters.
constexpr double kLeastOutlierExcess = 0.05;  // of the median

void judge(const Thresholds& thresholds, StepTable& table) {
  table.all_paused = std::ranges::all_of(table.rows, [](const StepRow& row) {
    return row.warm_up || row.paused || row.lossy || !row.whole;
  });
  std::vector<double> steady;
  for (const StepRow& row : table.rows) {
    if (table.is_steady(row)) steady.push_back(static_cast<double>(row.time().length_ns()));
  }
  table.spread_ns = spread_of(steady);
  const double median_ns = table.spread_ns.median;
  const double far_ns =
      thresholds.outlier_deviations * kDeviationScale * median_deviation_of(steady);
  const double limit = median_ns + std::max(far_ns, kLeastOutlierExcess * median_ns);
  for (StepRow& row : table.rows) {
    row.outlier = table.is_steady(row) && static_cast<double>(row.time().length_ns()) > limit;
  }
}

std::shared_ptr<const StepActivity> activity_in(const AnalysisResults& in) {
  if (in.window.device || in.window.kind == WindowKind::Tb)
    return std::make_shared<const StepActivity>(step_activity(in.trace, in.window));
  const auto all = in.of<AllStepActivity>();
  return {all, &all->classes};
}

}  // namespace

StepTable find_steps(const AnalysisResults& in) {
  const Snapshot& snapshot = in.trace;
  const AnalysisWindow& window = in.window;
  const bool as_tensorboard = window.kind == WindowKind::Tb;
  const std::vector<StepRange> steps = as_tensorboard
                                           ? tensorboard_step_ranges(snapshot, *window.thresholds)
                                           : in.of<StepRanges>()->steps;
  StepTable table;
  table.steps_of_trace = steps.size();
  if (steps.empty()) return table;
  const LoopSteps loop = loop_steps(snapshot);
  table.inside_others = loop.inside_others;
  table.other_threads = loop.other_threads;
  const std::size_t warm_up =
      as_tensorboard ? 0
                     : count_warm_up_steps(steps, in.of<WarmUpSigns>()->signs, *window.thresholds);
  const auto of_gpu = as_tensorboard ? nullptr : in.of<GpuPeriods>();
  const bool timed_on_gpu = of_gpu && !of_gpu->of_steps.empty();
  const std::vector<TimeRange> pauses = recording_pauses(snapshot);
  const std::vector<TimeRange> losses = recording_losses(snapshot);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!window.has_start(steps[i].range.begin_ns)) continue;
    StepRow& row = table.rows.emplace_back();
    row.step = steps[i];
    row.warm_up = i < warm_up;
    if (timed_on_gpu) row.gpu_period = of_gpu->of_steps[i];
    row.whole = is_whole_in(snapshot, window, row.step);
    row.paused = is_paused(pauses, row.time());
    row.lossy = is_paused(losses, row.time());
  }
  judge(*window.thresholds, table);
  return table;
}

StepTable analyse_steps(const AnalysisResults& in) {
  StepTable table = find_steps(in);
  if (table.steps_of_trace == 0) return table;
  const auto activity = activity_in(in);
  StepSplitter splitter(*activity, in.window.kind == WindowKind::Tb ? kTensorboardOrder : kOrder);
  for (StepRow& row : table.rows) row.classes_ns = splitter.split(row.time());
  return table;
}

}  // namespace lanescope
