// What `lanescope ranks` prints about the summaries of a run.
#pragma once

#include <string>

#include "app/cli/output/json_output.h"
#include "core/ranks/fleet/fleet_files.h"

namespace lanescope {

Json fleet_json(const FleetFiles& files, const FleetAnalysis& found);
/// The sentence, notes, clocks, then a table of stragglers and one of slow links.
std::string fleet_text(const FleetFiles& files, const FleetAnalysis& found);

}  // namespace lanescope
