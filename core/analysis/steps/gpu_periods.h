// The periods of steps on the GPU, for loops whose host runs far ahead: their marks on the host
// then show how fast work is launched, not how long a step takes.
#pragma once

#include <span>
#include <vector>

#include "core/analysis/events/step_ranges.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// For each step, from the start of its first kernel to that of the next step's; the last ends with
/// its GPU work. Empty unless the host runs far ahead: some step begins on the GPU more than half a
/// period later than on the host, because of the GPU work of the step before. Also empty if a step
/// has no kernels, or kernels of two steps start in another order than the steps. Work belongs to
/// the step in which it was launched. Pure. Cost: a lookup for each GPU event.
std::vector<TimeRange> gpu_periods(const Snapshot& snapshot, std::span<const StepRange> steps);

/// gpu_periods() of all steps as a shared result.
struct GpuPeriods {
  static constexpr bool kOfTrace = true;
  std::vector<TimeRange> of_steps;
};

}  // namespace lanescope
