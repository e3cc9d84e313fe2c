// What the other of two runs says about an event, for Details.
#pragma once

#include "core/view/details/text.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// The durations of an event of `side` and of its partner, and their difference; or that it has no
/// partner. No lines for what is not compared. Cost: a few lookups.
DetailSection partner_section(const AlignedPair& pair, RunSide side, EventId event);

}  // namespace lanescope
