// Levels of the call chain that the trace lacks, and the option that would have recorded them. A
// level that no option would have added does not count as missing: a kernel launched outside
// operators has none.
#pragma once

#include <vector>

#include "core/view/details/model.h"

namespace lanescope {

/// The other members of `model` must be filled in. Without JSON, levels that only the JSON has
/// (shapes, call stacks in a recording) are not reported.
std::vector<DetailsMissing> missing_levels(const Snapshot& snapshot, const DetailsModel& model,
                                           bool has_json);

}  // namespace lanescope
