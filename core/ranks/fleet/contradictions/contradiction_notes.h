// What contradicts itself in the ranks of a run, in sentences.
#pragma once

#include <string>
#include <vector>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

/// Clocks that are minutes off, and those that jump. Cost: linear in the ranks.
std::vector<std::string> contradiction_notes(const Fleet& fleet, const FleetAnalysis& analysis);

}  // namespace lanescope
