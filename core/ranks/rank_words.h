// What traces are called whose ranks are in doubt, and why they are.
#pragma once

#include <string>

#include "core/ranks/rank_identity.h"

namespace lanescope {

/// "trace.json", or with its folder "a/trace.json" where another trace's file has that name.
std::string doubtful_rank_title(const std::string& path, bool name_is_shared);

/// Why traces do not look like ranks of one run, in one sentence; empty if they do.
/// `recorded_far_apart`: by their times, whatever else is known.
std::string unrelated_sentence(const RunRanks& ranks, bool recorded_far_apart);

}  // namespace lanescope
