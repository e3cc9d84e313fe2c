// One event and everything known about it, as `event --json` prints it.
#pragma once

#include "app/cli/output/json_output.h"
#include "core/view/details/model.h"

namespace lanescope {

Json event_json(const Snapshot& trace, const DetailsModel& model);

}  // namespace lanescope
