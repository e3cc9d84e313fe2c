// The number of warm-up steps, and the evidence for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/thresholds.h"
#include "core/store/snapshot.h"

namespace lanescope {

enum class WarmUpSignKind : std::uint8_t {
  Allocation,   // memory allocated from the driver
  ModuleLoad,   // code loaded onto the GPU
  Compilation,  // torch.compile is compiling
  NewKernel,    // a kernel not launched before this step
};
/// "allocation", "module_load", "compilation", "new_kernel": as in JSON.
std::string_view warm_up_sign_name(WarmUpSignKind kind);

/// Something a step did that steady steps do not do.
struct WarmUpSign {
  std::size_t step = 0;
  WarmUpSignKind kind = WarmUpSignKind::Allocation;
  StringId name = StringId::Empty;  // of the call, the compiler stage or the kernel
  EventId event = EventId::None;    // one of them
  std::uint64_t count = 0;          // a new kernel counts once
};

/// Sorted by step, kind and name. `steps` come from step_ranges. Cost: a pass over the host slices
/// and the GPU events.
std::vector<WarmUpSign> find_warm_up_signs(const Snapshot& snapshot,
                                           std::span<const StepRange> steps);

/// find_warm_up_signs() of all steps as a shared result.
struct WarmUpSigns {
  static constexpr bool kOfTrace = true;
  std::vector<WarmUpSign> signs;
};

/// The number of warm-up steps: those up to the last that allocates from the driver, loads a
/// module, compiles, or runs a kernel for the first time, and the ones right after them that each
/// take longer than steady steps. A long step after a normal one is no warm-up. 0 if there is no
/// point in the first half after which all steps take about the same time and do none of these
/// things. `steps` come from step_ranges. Cost: a pass over the host slices and the GPU events.
std::size_t count_warm_up_steps(const Snapshot& snapshot, std::span<const StepRange> steps,
                                const Thresholds& thresholds);
/// The same with signs that are already known.
std::size_t count_warm_up_steps(std::span<const StepRange> steps, std::span<const WarmUpSign> signs,
                                const Thresholds& thresholds);

}  // namespace lanescope
