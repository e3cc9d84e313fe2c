// What the table of what changed from one run to another says in words; the table itself is made by
// delta_table(), see data_tables.h.
#pragma once

#include <string>
#include <string_view>

#include "core/view/delta_lines.h"

namespace lanescope {

/// How the names of both runs were matched, in words: "the name, at other shapes".
std::string_view matched_by_words(MatchedBy by);

/// Why a change counts as real or not, in one sentence.
std::string significance_words(const RunDiff& diff, const DeltaLine& line);

}  // namespace lanescope
