// A differential flame graph: the call paths of one run, as wide as their amount in that run,
// compared with the same paths in the other run (Brendan Gregg, "Differential Flame Graphs", 2014).
// Amounts are means per step.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/flame/model.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// Totals over all steps; divide by their number.
struct FlameOfRun {
  FlameTree tree;
  std::size_t steps = 1;
  std::vector<std::optional<std::uint32_t>> twin;  // by node: its match in the other run's tree
};

struct FlameDiff {
  std::shared_ptr<const AlignedPair> pair;
  FlameWeight weight = FlameWeight::CpuTime;
  std::array<FlameOfRun, 2> runs;  // by RunSide
  double largest = 0;              // the largest change of a frame, per step
  FlameSources sources;            // what both runs have

  [[nodiscard]] const FlameOfRun& of(RunSide side) const {
    return runs[static_cast<std::size_t>(side)];
  }
  /// A frame's amount per step in each run. `node` is in the graph of `side`.
  struct Amounts {
    double a = 0, b = 0;
    [[nodiscard]] double delta() const { return b - a; }
  };
  [[nodiscard]] Amounts amounts(RunSide side, std::uint32_t node) const;
  /// Index into DiffPalette: the middle if the change is less than 2 % of the largest change.
  [[nodiscard]] std::size_t shade(RunSide side, std::uint32_t node) const;
};

/// Matches frames from the root down, inside matched parents: first by equal names; then by names
/// without the parts that differ between builds, and Python functions by file and function,
/// regardless of the line. Among frames of equal name the heaviest are matched first. Pure. Cost: a
/// flame graph of each run, and the names of their frames. If stopped, the graph is incomplete.
FlameDiff build_flame_diff(const std::shared_ptr<const AlignedPair>& pair, const FlameQuery& query,
                           const std::stop_token& stop = {});

/// "+1.204 ms", "−12.00 MiB", "+1.5"; "±0" for zero.
std::string signed_flame_weight(FlameWeight weight, double amount);

/// Both amounts, the change, and the change as a share of the total. Cost: O(1) and the name.
FlameHover flame_diff_hover(const FlameDiff& diff, RunSide side, std::uint32_t node);

/// " per step", after what amounts are of; empty if the recordings are compared as a whole.
std::string_view per_sample(const AlignedPair& pair);

/// The weight shown first: GPU time if both runs have it, otherwise CPU time.
[[nodiscard]] FlameWeight first_weight(const AlignedPair& pair);
/// The stacks shown first: samples if neither run has anything else, otherwise all that was traced.
/// Cost: that of usual_flame_query for both.
[[nodiscard]] FlameStack first_stack(const AlignedPair& pair);

}  // namespace lanescope
