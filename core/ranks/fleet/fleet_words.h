// What a fleet's analysis says, in sentences.
#pragma once

#include <string>
#include <vector>

#include "core/ranks/fleet/fleet.h"

namespace lanescope {

/// "rank 15 (node0001) is late in 10 of 10 steps, and the others wait 969.2 ms for it, summed over
/// ranks. Likely cause: more compute in aten::mm. Also: 2 other stragglers, 1 slow link". States it
/// if nobody is late, or why the ranks cannot be compared.
std::string fleet_sentence(const Fleet& fleet, const FleetAnalysis& analysis);

/// "node0384 and node0448", or the name of the communicator where hosts are not known.
std::string link_title(const FleetAnalysis& analysis, const FleetLink& link);

/// "rank 15 (node0001)".
std::string fleet_rank_title(const Fleet& fleet, const FleetAnalysis& analysis, std::uint32_t rank);

/// In how many steps a straggler is late, or the only one: "10 of 10 steps", "ProfilerStep#105".
std::string late_steps_text(const FleetAnalysis& analysis, const FleetStraggler& straggler);

/// What else there is to say about the ranks, a sentence each: missing, repeated, of another run,
/// not aligned, unreadable, truncated.
std::vector<std::string> fleet_notes(const Fleet& fleet, const FleetAnalysis& analysis);

}  // namespace lanescope
