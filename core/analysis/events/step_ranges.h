// The time range of each training step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct StepRange {
  StringId name = StringId::Empty;
  EventId event = EventId::None;  // the ProfilerStep range
  TimeRange range;
};

/// The steps of one loop (loop_steps.h). Each extends to the start of the next one, so there are no
/// gaps; the last one to its own end or, if later, to the end of the GPU work it launched. Cost: a
/// pass over the GPU events.
std::vector<StepRange> step_ranges(const Snapshot& snapshot);

/// step_ranges() as a shared result.
struct StepRanges {
  static constexpr bool kOfTrace = true;
  std::vector<StepRange> steps;

  /// Those that start in a window.
  [[nodiscard]] std::vector<StepRange> in(const AnalysisWindow& window) const;
};

/// usual_window() where the steps, and how many of them warm up, are known.
AnalysisWindow window_of_steps(std::span<const StepRange> steps, std::size_t warm_up,
                               const SharedThresholds& thresholds);

/// The host time of a step whose GPU work outlasts it: the length of its ProfilerStep range, which
/// is shorter than the step. nullopt for steps that end on the host.
std::optional<Ns> host_length_ns(const Snapshot& snapshot, const StepRange& step);

/// Whether a step that starts in the window also ends in it on the host. Windows that the user did
/// not choose cut no steps.
bool is_whole_in(const Snapshot& snapshot, const AnalysisWindow& window, const StepRange& step);

/// The steps as torch_tb_profiler cuts them: from the end of the previous step to the end of the
/// GPU work launched inside. The last one is left out if it launched far less than the one before
/// it. Cost: a pass over the GPU events.
std::vector<StepRange> tensorboard_step_ranges(const Snapshot& snapshot,
                                               const Thresholds& thresholds = {});

/// From the first of these steps to the last; nullopt if the trace has no steps.
std::optional<AnalysisWindow> tensorboard_window(const Snapshot& snapshot,
                                                 const SharedThresholds& thresholds = {});

/// Finds the steps of GPU events, of which most are near the one before. One thread; refers to the
/// snapshot and the steps.
class GpuEventSteps {
 public:
  GpuEventSteps(const Snapshot& snapshot, std::span<const StepRange> steps)
      : steps_(steps), launches_(snapshot) {}

  /// The step in which the launch call of a GPU event starts, or, of an orphan, the event itself.
  /// nullopt before the first step and after the last. Cost: that of SliceFinder::find, and log of
  /// the distance from the step before.
  std::optional<std::size_t> of(Ns start_ns, EventId link) {
    const auto launch = launches_.find(link);
    const Ns time_ns = launch ? launch->chunk->start_ns[launch->slice] : start_ns;
    if (time_ns < from_ns_ || time_ns >= until_ns_) move_to(time_ns);
    if (begun_ == 0 || !steps_[begun_ - 1].range.contains(time_ns)) return std::nullopt;
    return begun_ - 1;
  }

 private:
  void move_to(Ns time_ns);

  std::span<const StepRange> steps_;
  SliceFinder launches_;
  std::size_t begun_ = 0;          // when the last event was launched
  Ns from_ns_ = 0, until_ns_ = 0;  // in which that many have begun
};

/// The same for a single event. Cost: log(chunks) + log(steps).
std::optional<std::size_t> step_of_gpu_event(const Snapshot& snapshot,
                                             std::span<const StepRange> steps, Ns start_ns,
                                             EventId link);

}  // namespace lanescope
