// Where an event is: its lane, its step, and the call that launched it.
#pragma once

#include <optional>
#include <string>

#include "core/view/details/model.h"

namespace lanescope {

/// "python pid 25738 · main thread", "GPU 0 H200 · stream 7": unlike a title in the lane tree,
/// clear without the titles around it.
std::string event_lane(const Snapshot& snapshot, const Track& track);

/// The launch of the model's event, whose start must be filled in, by a call. `by_order`: the call
/// was matched by order.
DetailsLaunch launch_by(const Snapshot& snapshot, const DetailsModel& model, const SliceRef& call,
                        bool by_order);

/// The step in which the host triggered the model's event, which is not that step itself; nullopt
/// outside all steps. `triggered_ns`: of GPU work, when its call started. Cost: O(steps).
std::optional<DetailsStep> step_around(const Snapshot& snapshot, const DetailsModel& model,
                                       Ns triggered_ns);

}  // namespace lanescope
