// Rungs of the ladder that a trace can not give, and the option that would have recorded them. What
// no option would have brought is not missing: a kernel outside of operators has none.
#pragma once

#include <vector>

#include "core/view/details/model.h"

namespace lanescope {

/// Of a model whose other members are filled. Without JSON nothing is said of what
/// stands in it: shapes, stacks of calls in a recording.
std::vector<DetailsMissing> missing_levels(const Snapshot& snapshot, const DetailsModel& model,
                                           bool has_json);

}  // namespace lanescope
