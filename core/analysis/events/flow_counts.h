// Flow events counted by category, as `info` shows them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

struct FlowCounts {
  std::string category;  // "(none)" if the events have none
  std::uint64_t starts = 0, steps = 0, ends = 0;
  std::uint64_t paired = 0;  // distinct ids with both a start and an end
};

/// By category. Unpaired flows are normal: a launch has no end if its work was not recorded. Cost:
/// a pass, and a sort if a category has flows with several names.
std::vector<FlowCounts> count_flows(const Snapshot& snapshot);

}  // namespace lanescope
