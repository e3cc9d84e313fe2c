#include "core/analysis/events/step_ranges.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/loop_steps.h"
#include "core/analysis/events/near_search.h"

namespace lanescope {
namespace {

/// The GPU work launched inside a step's own range.
struct StepWork {
  TimeRange extent{kMaxNs, kMinNs};
  std::uint64_t events = 0;
};

/// Calls visit(event, launch) for each GPU event; `launch` is nullopt for orphans.
template <typename Visit>
void for_each_launched(const Snapshot& snapshot, const Visit& visit) {
  SliceFinder launches(snapshot);
  for_each_gpu_event(
      snapshot, whole_window(),
      [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind) {
        const auto launch = launches.find(chunk.link[slice]);
        visit(chunk.range(slice),
              launch ? std::optional(launch->chunk->range(launch->slice)) : std::nullopt);
      });
}

std::vector<StepRange> host_steps(const Snapshot& snapshot) {
  std::vector<StepRange> steps;
  for (const Step& step : loop_steps(snapshot).steps)
    steps.push_back({step.name, step.event, step.range});
  return steps;
}

/// The last step that starts at or before `time_ns`; nullopt if there is none.
std::optional<std::size_t> step_at(std::span<const StepRange> steps, Ns time_ns) {
  const auto after = std::ranges::upper_bound(
      steps, time_ns, {}, [](const StepRange& step) { return step.range.begin_ns; });
  if (after == steps.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - steps.begin()) - 1;
}

/// The work whose launch call lies entirely inside each step; collects the ends of all other work.
std::vector<StepWork> work_of(const Snapshot& snapshot, const std::vector<StepRange>& steps,
                              std::vector<Ns>& other_ends) {
  std::vector<StepWork> work(steps.size());
  for_each_launched(snapshot, [&](TimeRange event, std::optional<TimeRange> launch) {
    const auto at = launch ? step_at(steps, launch->begin_ns) : std::nullopt;
    if (!at || launch->end_ns > steps[*at].range.end_ns) {
      other_ends.push_back(event.end_ns);
      return;
    }
    TimeRange& extent = work[*at].extent;
    extent = {std::min(extent.begin_ns, event.begin_ns), std::max(extent.end_ns, event.end_ns)};
    ++work[*at].events;
  });
  return work;
}

/// The number of steps that torch_tb_profiler keeps.
std::size_t kept_steps(const std::vector<StepWork>& work, const Thresholds& thresholds) {
  std::size_t last = work.size();
  while (last > 0 && work[last - 1].events == 0) --last;
  if (last == 0) return work.size();
  const double share = thresholds.tb_last_step_pct / 100;
  const bool cut_off = last > 1 && static_cast<double>(work[last - 2].events) * share >
                                       static_cast<double>(work[last - 1].events);
  return cut_off ? last - 1 : last;
}

}  // namespace

void GpuEventSteps::move_to(Ns time_ns) {
  begun_ = count_near(steps_.size(), begun_,
                      [&](std::size_t i) { return steps_[i].range.begin_ns <= time_ns; });
  from_ns_ = begun_ == 0 ? kMinNs : steps_[begun_ - 1].range.begin_ns;
  until_ns_ = begun_ == steps_.size() ? kMaxNs : steps_[begun_].range.begin_ns;
}

std::optional<std::size_t> step_of_gpu_event(const Snapshot& snapshot,
                                             std::span<const StepRange> steps, Ns start_ns,
                                             EventId link) {
  return GpuEventSteps(snapshot, steps).of(start_ns, link);
}

std::vector<StepRange> step_ranges(const Snapshot& snapshot) {
  std::vector<StepRange> steps = host_steps(snapshot);
  if (steps.empty()) return steps;
  StepRange& last = steps.back();
  const TimeRange own = last.range;
  for_each_launched(snapshot, [&](TimeRange event, std::optional<TimeRange> launch) {
    if (own.contains(launch ? launch->begin_ns : event.begin_ns)) {
      last.range.end_ns = std::max(last.range.end_ns, event.end_ns);
    }
  });
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    steps[i].range.end_ns = steps[i + 1].range.begin_ns;
  }
  return steps;
}

std::optional<Ns> host_length_ns(const Snapshot& snapshot, const StepRange& step) {
  const auto slice = snapshot.find_slice(step.event);
  if (!slice) return std::nullopt;
  const TimeRange host = slice->chunk->range(slice->slice);
  if (host.begin_ns != step.range.begin_ns || host.end_ns >= step.range.end_ns) return std::nullopt;
  // Every step but the last ends where another begins.
  const bool last = !std::ranges::binary_search(snapshot.steps, step.range.end_ns, {},
                                                [](const Step& one) { return one.range.begin_ns; });
  return last ? std::optional(host.length_ns()) : std::nullopt;
}

bool is_whole_in(const Snapshot& snapshot, const AnalysisWindow& window, const StepRange& step) {
  if (window.kind != WindowKind::Range) return true;
  const auto slice = snapshot.find_slice(step.event);
  const TimeRange host = slice ? slice->chunk->range(slice->slice) : step.range;
  return window.has_start(step.range.begin_ns) && host.end_ns <= window.range.end_ns;
}

std::vector<StepRange> StepRanges::in(const AnalysisWindow& window) const {
  std::vector<StepRange> inside;
  std::ranges::copy_if(steps, std::back_inserter(inside), [&](const StepRange& step) {
    return window.has_start(step.range.begin_ns);
  });
  return inside;
}

std::vector<StepRange> tensorboard_step_ranges(const Snapshot& snapshot,
                                               const Thresholds& thresholds) {
  std::vector<StepRange> steps = host_steps(snapshot);
  std::vector<Ns> other_ends;
  const std::vector<StepWork> work = work_of(snapshot, steps, other_ends);
  const bool any = std::ranges::any_of(work, [](const StepWork& one) { return one.events != 0; });
  if (!any) return steps;
  Ns before_ns = steps.front().range.begin_ns;
  if (work.front().events != 0) {
    for (const Ns end_ns : other_ends) {
      if (end_ns < work.front().extent.begin_ns) before_ns = std::max(before_ns, end_ns);
    }
  }
  for (std::size_t i = 0; i < steps.size(); ++i) {
    TimeRange& range = steps[i].range;
    range.begin_ns = std::max(before_ns, range.begin_ns);
    if (work[i].events != 0) range.end_ns = std::max(range.end_ns, work[i].extent.end_ns);
    range.end_ns = std::max(range.end_ns, range.begin_ns);
    before_ns = range.end_ns;
  }
  if (steps.size() > 1) steps.resize(kept_steps(work, thresholds));
  return steps;
}

std::optional<AnalysisWindow> tensorboard_window(const Snapshot& snapshot,
                                                 const SharedThresholds& thresholds) {
  const std::vector<StepRange> steps = tensorboard_step_ranges(snapshot, *thresholds);
  if (steps.empty()) return std::nullopt;
  const TimeRange range{steps.front().range.begin_ns, steps.back().range.end_ns};
  return AnalysisWindow{WindowKind::Tb, range, {}, 0, 0, thresholds};
}

}  // namespace lanescope
