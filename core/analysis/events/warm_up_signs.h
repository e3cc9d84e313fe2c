// How many of the first steps warm up, and what shows it.
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

/// How many of the first steps warm up: the fewest after which all steps take about as long and
/// none allocates from the driver, loads a module, compiles, or runs a kernel for the first time. 0
/// when no such point lies in the first half. The last of them did one of these things or took
/// longer than those after it. `steps` come from step_ranges. Cost: a pass over the
/// host calls, operators and GPU events.
std::size_t count_warm_up_steps(const Snapshot& snapshot, std::span<const StepRange> steps,
                                const Thresholds& thresholds);
/// The same with the signs at hand.
std::size_t count_warm_up_steps(std::span<const StepRange> steps, std::span<const WarmUpSign> signs,
                                const Thresholds& thresholds);

}  // namespace lanescope
