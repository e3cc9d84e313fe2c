// What contradicts itself in the ranks of a run, in sentences.
#pragma once

#include <string>
#include <vector>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

/// Clocks that are minutes off, those that jump, and collectives that the ranks of a group do not
/// call alike. Cost: linear in the collectives.
std::vector<std::string> contradiction_notes(const Fleet& fleet, const FleetAnalysis& analysis);

}  // namespace lanescope
