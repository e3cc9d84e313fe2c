// Joins the threads of a flame graph whose backward operators stand in their forward ones.
#pragma once

#include <memory>
#include <vector>

#include "core/analysis/flame/sweep.h"

namespace lanescope {

/// `sweeps` have run; those of threads that hold nothing may be null. Where forward and backward
/// lie in each other in a circle, which only a broken file has, the circle is cut at the root.
/// Cost: the nodes of all threads, each found in `all` once.
void join_at_forward(const Snapshot& snapshot,
                     const std::vector<std::unique_ptr<FlameSweep>>& sweeps, FlameGrower& all);

}  // namespace lanescope
