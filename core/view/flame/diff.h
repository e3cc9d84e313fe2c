// A differential flame graph: the call paths of one run, as wide as what they hold there, and what
// the same paths hold in the other run (Brendan Gregg, "Differential Flame Graphs", 2014). Amounts
// are means a step.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/view/flame/model.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// Of all steps together; divide by their number.
struct FlameOfRun {
  FlameTree tree;
  std::size_t steps = 1;
  std::vector<std::optional<std::uint32_t>> twin;  // by node: in the other run's tree
};

struct FlameDiff {
  std::shared_ptr<const AlignedPair> pair;
  FlameWeight weight = FlameWeight::CpuTime;
  std::array<FlameOfRun, 2> runs;  // by RunSide
  double largest = 0;              // the largest change of a frame, a step
  FlameSources sources;            // what both runs have

  [[nodiscard]] const FlameOfRun& of(RunSide side) const {
    return runs[static_cast<std::size_t>(side)];
  }
  /// What a frame of `side`'s graph holds a step, in that run and in the other: by RunSide.
  struct Amounts {
    double a = 0, b = 0;
    [[nodiscard]] double delta() const { return b - a; }
  };
  [[nodiscard]] Amounts amounts(RunSide side, std::uint32_t node) const;
  /// Into DiffPalette: the middle for what changed by less than a fiftieth of the largest change.
  [[nodiscard]] std::size_t shade(RunSide side, std::uint32_t node) const;
};

/// Frames are one that have equal names, inside frames that are one; then those whose names are
/// equal without what differs from build to build, and Python frames of one function wherever it
/// stands in its file, the heaviest with the heaviest. Pure. Cost: a flame graph of each run, and
/// the names of their frames. A stop gives a graph that is not whole.
FlameDiff build_flame_diff(const std::shared_ptr<const AlignedPair>& pair, const FlameQuery& query,
                           const std::stop_token& stop = {});

/// "+1.204 ms", "−12.00 MiB", "+1.5"; "±0" of nothing.
std::string signed_flame_weight(FlameWeight weight, double amount);

/// Both amounts, the change, and its share of the change of everything. Cost: O(1) and the name.
FlameHover flame_diff_hover(const FlameDiff& diff, RunSide side, std::uint32_t node);

/// What most people come for: GPU time, where both runs have it, else CPU time.
[[nodiscard]] FlameWeight first_weight(const AlignedPair& pair);

}  // namespace lanescope
