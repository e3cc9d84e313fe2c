// `report --threshold` and `--thresholds`: the thresholds of the analyses, as JSON and as a table.
#pragma once

#include "app/cli/output/json_output.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/findings/findings.h"

namespace lanescope {

/// Names and values of those that differ from the default.
Json changed_thresholds_json(const Thresholds& thresholds);
/// Names and values of the thresholds that a finding was judged by.
Json judged_by_json(const Finding& finding);

}  // namespace lanescope
