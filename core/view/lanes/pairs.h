// The lanes of two runs facing each other: which lanes correspond, and where both are when the runs
// are shown side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/view/lanes/layout.h"
#include "core/view/lanes/tree.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// Groups and lanes are paired by key, then by title (digits in group titles are ignored), then by
/// kind alone, in their order: the numbers of processes, threads, devices and streams differ
/// between runs.
class LanePairs {
 public:
  LanePairs() = default;
  /// Cost: lanes of a group squared.
  LanePairs(const LaneTree& a, const LaneTree& b);

  using Groups = std::pair<std::uint32_t, std::uint32_t>;
  using Lanes = std::pair<LaneRef, LaneRef>;
  [[nodiscard]] const std::vector<Groups>& groups() const { return groups_; }
  [[nodiscard]] const std::vector<Lanes>& lanes() const { return lanes_; }

  /// The counterpart in run `side`; nullopt if only the other run has it. Cost: linear.
  [[nodiscard]] std::optional<std::uint32_t> group_in(RunSide side, std::uint32_t of_other) const;
  [[nodiscard]] std::optional<LaneRef> lane_in(RunSide side, LaneRef of_other) const;

 private:
  std::vector<Groups> groups_;
  std::vector<Lanes> lanes_;
};

struct FacedRun {
  const LaneTree& tree;
  const LaneLayout& layout;
};
struct FacedLayouts {
  LaneLayout a, b;
};

/// Both layouts with counterparts at the same y and with the height of the taller one, in A's
/// order. Where a run has no counterpart, its layout has a gap, so both have the same total height.
/// Cost: items squared.
FacedLayouts face_layouts(const FacedRun& a, const FacedRun& b, const LanePairs& pairs);

}  // namespace lanescope
