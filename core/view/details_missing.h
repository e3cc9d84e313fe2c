// Rungs of the ladder that a trace can not give, and the option that would have recorded them.
#pragma once

#include <vector>

#include "core/view/details_model.h"

namespace lanescope {

/// Of a model whose other members are filled. Without JSON nothing is said of shapes.
std::vector<DetailsMissing> missing_rungs(const Snapshot& snapshot, const DetailsModel& model,
                                          bool has_json);

}  // namespace lanescope
