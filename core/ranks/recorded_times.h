// When traces were recorded, beside each other.
#pragma once

#include <span>
#include <vector>

#include "core/base/time.h"
#include "core/ranks/rank_identity.h"

namespace lanescope {

/// Whether recordings are so far from each other that no axis shows them all: a pause between them
/// is ten times as long as the longest. Their names may say ranks of one run all the same: files
/// can be called anything. Ranges are on a common clock; the empty ones do not count.
bool recorded_far_apart(std::vector<TimeRange> recordings);
/// The same of traces, as far as they tell when they were recorded.
bool recorded_far_apart(std::span<const RankClaim> claims);

}  // namespace lanescope
