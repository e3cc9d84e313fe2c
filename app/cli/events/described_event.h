// Everything known about an event, as `event` prints it.
#pragma once

#include <string>

#include "app/cli/output/json_output.h"
#include "core/store/snapshot.h"
#include "core/view/details/model.h"

namespace lanescope {

// `model` is of an event of `trace`.

/// Cost: that of list_tracks().
Json event_json(const Snapshot& trace, const DetailsModel& model);
/// The sections of the details pane, with aligned values.
std::string event_text(const Snapshot& trace, const DetailsModel& model);

}  // namespace lanescope
