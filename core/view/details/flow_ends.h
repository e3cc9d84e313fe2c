// What flows connect an event to: the operator of the other pass (backward of a forward one,
// forward of a backward one), and the ends of flows of other kinds.
#pragma once

#include <optional>
#include <vector>

#include "core/view/details/model.h"

namespace lanescope {

/// The twin of the event itself, else of the innermost operator above it that has one, else of the
/// first operator inside it; nullopt without one. The model's event, kind and operators must be
/// filled in. Cost: rows * log(flows) for each operator.
std::optional<DetailsTwin> twin_of_event(const Snapshot& snapshot, const DetailsModel& model);

/// The other ends of the event's flows that are neither launches nor autograd's.
std::vector<DetailsFlow> other_flows(const Snapshot& snapshot, EventId event);

}  // namespace lanescope
