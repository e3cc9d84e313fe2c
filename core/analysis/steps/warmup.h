// Which of the first steps are still warming up, and what shows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class WarmUpSignKind : std::uint8_t {
  Allocation,   // memory taken from the driver
  ModuleLoad,   // code loaded onto the GPU
  Compilation,  // torch.compile at work
  NewKernel,    // a kernel that no step before ran
};
/// "allocation", "module_load", "compilation", "new_kernel": as in the text face.
std::string_view warm_up_sign_name(WarmUpSignKind kind);

/// What one step did that steady steps do not.
struct WarmUpSign {
  std::size_t step = 0;
  WarmUpSignKind kind = WarmUpSignKind::Allocation;
  StringId name = StringId::Empty;  // of the call, the compiler's stage or the kernel
  EventId event = EventId::None;    // one of them
  std::uint64_t count = 0;          // a new kernel counts once
};

/// By step, kind and name. `steps` come from step_ranges. Cost: a pass over the host slices and the
/// GPU events.
std::vector<WarmUpSign> find_warm_up_signs(const Snapshot& snapshot,
                                           std::span<const StepRange> steps);

/// As the function of this name in step_ranges.h, with the signs at hand.
std::size_t count_warm_up_steps(std::span<const StepRange> steps, std::span<const WarmUpSign> signs,
                                const Thresholds& thresholds);

struct WarmUpSteps {
  std::vector<StepRange> steps;   // all of the trace
  std::size_t count = 0;          // so many of the first warm up
  std::vector<WarmUpSign> signs;  // in any step
  SampleSpread warm_up_ns;        // their lengths
  SampleSpread steady_ns;         // and those of the others
};

/// Of the whole trace, whatever the window of other analyses. Pure; settled snapshots only.
WarmUpSteps analyse_warm_up(const Snapshot& snapshot, const Thresholds& thresholds = {});

}  // namespace lanescope
