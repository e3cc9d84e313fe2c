// The headline of a run of ranks, and shorter ones for where it does not fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ranks/ranks.h"
#include "core/view/ranks/ranks_picture.h"

namespace lanescope {

/// What traces are called of which no clock could be aligned, so that there is nothing to say of
/// them together: "a.json and b.json"; of more than two, the name of their folder. Empty if one
/// was.
std::string unaligned_title(const RanksPicture& run);

/// The summary as a sentence; then the same without the operator that is the likely cause, without
/// the cause, and "24.44 ms lost waiting for rank 2". The longest is first; at least one.
std::vector<std::string> ranks_headlines(const RunAnalysis& run);

/// What to do about the finding, below a headline: where that names the cause, without the sentence
/// that says it again. Empty if nothing was found.
std::string ranks_advice(const RunAnalysis& run, std::string_view headline);

}  // namespace lanescope
