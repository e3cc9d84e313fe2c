// The lanes of two runs facing each other: which lane of one is which of the other, and where both
// are when they stand beside each other.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/view/lanes/layout.h"
#include "core/view/lanes/tree.h"
#include "core/view/results/comparison.h"

namespace lanescope {

/// Groups and lanes belong together by key, then by what they are and are called, then by what they
/// are, in their order. Names with the numbers of processes, threads and devices differ from run to
/// run, and so do the numbers of streams.
class LanePairs {
 public:
  LanePairs() = default;
  /// Cost: lanes of a group squared.
  LanePairs(const LaneTree& a, const LaneTree& b);

  using Groups = std::pair<std::uint32_t, std::uint32_t>;
  using Lanes = std::pair<LaneRef, LaneRef>;
  [[nodiscard]] const std::vector<Groups>& groups() const { return groups_; }
  [[nodiscard]] const std::vector<Lanes>& lanes() const { return lanes_; }

  /// The counterpart in that run; nullopt for what only the other has. Cost: linear.
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

/// Both layouts with counterparts at the same height, as high as the higher of the two, in the
/// order that A has. Where one run has no counterpart the other's layout has a gap, so both are
/// equally long. Cost: items squared.
FacedLayouts face_layouts(const FacedRun& a, const FacedRun& b, const LanePairs& pairs);

}  // namespace lanescope
