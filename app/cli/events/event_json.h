// Everything known about an event, as `event --json` prints it.
#pragma once

#include "app/cli/output/json_output.h"
#include "core/store/snapshot.h"
#include "core/view/details/model.h"

namespace lanescope {

/// The document. `model` is of an event of `trace`. Cost: that of list_tracks().
Json event_json(const Snapshot& trace, const DetailsModel& model);

}  // namespace lanescope
