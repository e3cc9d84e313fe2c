// Ranks of one role that fall into two groups, of which one takes longer: half of the GPUs
// throttled.
#pragma once

#include <span>
#include <vector>

namespace lanescope {

/// Which of the ranks are of the faster group, by whose times all can be judged: the median of all
/// would be between both or among the slower. Empty if they are one group.
///
/// They are two if the widest gap between neighboring times is more than `least_ns`, and more than
/// 8 standard deviations within each of the groups: that of normal deviates is less than one. Each
/// has at least 4 ranks, and the faster one a fifth of all. Cost: sorts the times.
std::vector<bool> faster_group(std::span<const double> times, double least_ns);

}  // namespace lanescope
