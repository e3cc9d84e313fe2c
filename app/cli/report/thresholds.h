// `report --threshold` and `--thresholds`: what analyses judge by, as JSON and as a table.
#pragma once

#include "app/cli/output/json_output.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/findings/findings.h"

namespace lanescope {

/// Name and value of those that are not the default.
Json changed_thresholds_json(const Thresholds& thresholds);
/// Name and value of what a finding was judged by.
Json judged_by_json(const Finding& finding);

}  // namespace lanescope
