// From when to when each training step runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct StepRange {
  StringId name = StringId::Empty;
  EventId event = EventId::None;  // the ProfilerStep range
  TimeRange range;
};

/// Of the steps of one loop (loop_steps.h) from one's start to the next one's, so that they cover
/// the time between them without gaps; the last one to its end or, if that is later, to the end of
/// the GPU work it launched. Cost: a pass over the GPU events.
std::vector<StepRange> step_ranges(const Snapshot& snapshot);

/// How long the host took for a step whose GPU work goes on after it: the length of its
/// ProfilerStep range, shorter than the step. nullopt of steps that end on the host.
std::optional<Ns> host_length_ns(const Snapshot& snapshot, const StepRange& step);

/// As torch_tb_profiler cuts them: from the end of the step before, to the end of the GPU work that
/// was launched inside. The last one is left out when it launched far less than the one before.
/// Cost: as above.
std::vector<StepRange> tensorboard_step_ranges(const Snapshot& snapshot,
                                               const Thresholds& thresholds = {});

/// From the first of these steps to the last; nullopt when the trace has no steps.
std::optional<AnalysisWindow> tensorboard_window(const Snapshot& snapshot,
                                                 const SharedThresholds& thresholds = {});

/// The step of a GPU event: the one in which its launch call starts, of an orphan the one in which
/// it starts itself. nullopt before the first and after the last. Cost: log(chunks) and log(steps).
std::optional<std::size_t> step_of_gpu_event(const Snapshot& snapshot,
                                             std::span<const StepRange> steps, Ns start_ns,
                                             EventId link);

}  // namespace lanescope
