// What the table of what changed from one run to another (delta_table() in data_tables.h) says in
// words.
#pragma once

#include <string>
#include <string_view>

#include "core/view/compare/delta_lines.h"

namespace lanescope {

/// How the names of both runs were matched, in words: "its name, at other shapes".
std::string_view matched_by_words(MatchedBy by);

/// Why a change counts as real or not, in one sentence.
std::string significance_words(const RunDiff& diff, const DeltaLine& line);

}  // namespace lanescope
