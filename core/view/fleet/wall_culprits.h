// Of two runs on one wall: who makes one of them slower. In synchronous training the steps of all
// ranks take longer together, so it is not the rank whose step time changed the most.
#pragma once

#include <string>

#include "core/view/fleet/own_changes.h"
#include "core/view/fleet/wall_match.h"
#include "core/view/fleet/wall_measure.h"

namespace lanescope {

/// What the cells of two runs show first: the waits that a rank causes, if either run has a
/// straggler and both have waits; else the step time. Cost: ranks.
WallMeasure telling_measure(const FleetPicture& a, const FleetPicture& b);

/// " Late only in B: rank 5, more compute in aten::mm; the others wait 524.7 ms for it, summed over
/// ranks. Slow link only in B: node0000 and node0008.": stragglers and slow links of one run that
/// the other does not have, or that cost notably more there. Without any, the rank whose waits
/// changed by far the most, or else what own_changes_text says. Cost: ranks × steps.
std::string wall_culprits_text(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                               const MeanStepChange& change);

}  // namespace lanescope
