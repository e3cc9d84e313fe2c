// Gates of two runs that are known by summaries of their ranks.
#pragma once

#include "core/compare/gates.h"
#include "core/view/fleet/wall_match.h"

namespace lanescope {

/// Judges means over the ranks and steps that count in both runs, as wall_change_sentence has them;
/// GPU times are per GPU. In the test, the mean over the ranks is a sample of each step. Peak
/// memory is that of the rank that needs the most, in any of its steps. Gates of single operators
/// and kernels are Missing. Pure. Cost: ranks × steps, and a permutation test.
GateResult judge_gate(const Gate& gate, const FleetPicture& a, const FleetPicture& b,
                      const WallMatch& match);

}  // namespace lanescope
