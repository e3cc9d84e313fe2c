// What the other of two runs says about an event, for Details.
#pragma once

#include "core/view/details/text.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// For a step that one of the runs times on the GPU, its time in both runs; otherwise the duration
/// of the partner of an event of `side`, their difference, and a link to the partner, which is an
/// event of the other run; or that it has no partner. No lines for what is not compared. Cost: a
/// few lookups.
DetailSection partner_section(const AlignedPair& pair, RunSide side, EventId event);

}  // namespace lanescope
