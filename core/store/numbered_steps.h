// The numbers by which users ask for steps: "12" of "ProfilerStep#12", "step 12 of 40" or
// "it [12] (x+y)".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// The number in a step's name: the one after `#`, or else after a word such as "step", "iteration"
/// or "batch", the most telling first; or else the one at the end, or the first that is not part of
/// a word. nullopt if there is none, or if it is too large. Pure.
std::optional<std::int64_t> step_number(std::string_view name);

/// The steps with this number, by start; several if threads or loops repeat it. If no step has a
/// number, steps count from 1 in the order of `Snapshot::steps`. Pure. Cost: a pass over the steps.
std::vector<Step> steps_with_number(const Snapshot& trace, std::int64_t number);

/// "step 3; its steps are 'ProfilerStep#10' to 'ProfilerStep#19'", after "has no"; for a trace
/// without any, "steps". `number` as the user wrote it, in printable characters.
std::string missing_step_text(const Snapshot& trace, std::string_view number);

}  // namespace lanescope
