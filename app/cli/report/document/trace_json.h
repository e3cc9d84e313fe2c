// What `report --json` says about one trace.
#pragma once

#include <string>

#include "app/cli/output/json_output.h"
#include "app/cli/report/document/chosen.h"
#include "core/analysis/events/thresholds.h"
#include "core/ranks/rank_identity.h"

namespace lanescope {

/// One of "traces", without its rank, which may depend on the others. `file` is as the user named
/// it.
Json trace_report_json(const ReportInput& input, const std::string& file,
                       const Thresholds& thresholds, const ChosenAnalyses& analyses);

/// Adds the rank, if it is known; where there are several traces it always is.
void set_rank(const RankIdentity& identity, bool several, Json& trace);

}  // namespace lanescope
