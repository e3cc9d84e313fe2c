// Of two runs on one wall: which ranks take longer by themselves in one of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/view/fleet/wall_match.h"

namespace lanescope {

/// How much longer the mean step of B is than that of A.
struct MeanStepChange {
  double step_of_a_ns = 0, change_ns = 0;
  bool same = false;  // too little to be called a change
};

/// A rank of A, and how much more it does by itself per step in B: compute and idle time, which the
/// others do not wait for; without GPU events, the step.
struct OwnChange {
  std::uint32_t rank = 0;
  double ns = 0;
};
struct OwnChanges {
  std::vector<OwnChange> all;      // of the ranks that can be compared
  std::vector<OwnChange> notable;  // a few that changed unlike the others, the most first; or none
  double median_ns = 0;
  bool of_gpu = false;
};
/// Notable are those that changed as the step did. A rank is unlike the others if it is
/// further from their median than noise and a share of the step are. Cost: ranks × steps.
OwnChanges own_changes(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                       const MeanStepChange& change);

/// " Own work (compute and idle time) per step grew the most on rank 5 (node0002) by 1.204 ms." If
/// no few ranks stand out, on how many it grew. Cost: that of own_changes().
std::string own_changes_text(const FleetPicture& a, const FleetPicture& b, const WallMatch& match,
                             const MeanStepChange& change);

}  // namespace lanescope
