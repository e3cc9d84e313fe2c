// A row of non-overlapping time ranges that can be drawn at any zoom: which are in a range, how
// much of it they cover, which is the longest.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// Ranges that share one pixel, or a single one at least a pixel wide.
struct StripRun {
  std::uint32_t first = 0, last = 0;  // half-open
  std::uint32_t longest = 0;
  Ns covered_ns = 0;
  double x0_px = 0, x1_px = 0;  // from the viewport's left edge; clipped just outside it
};

class StripIndex {
 public:
  /// `ranges` must be sorted by time and disjoint, each of them non-empty. Cost: linear.
  explicit StripIndex(std::vector<TimeRange> ranges);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranges_.size()); }
  [[nodiscard]] const TimeRange& range(std::uint32_t i) const { return ranges_[i]; }

  /// The ranges in view, in time order; none is omitted. Cost: a few lookups per pixel.
  void runs(const Viewport& viewport, std::vector<StripRun>& out) const;
  /// The range at a pixel, otherwise the nearest within `reach_px`. x0_px and x1_px are not set.
  [[nodiscard]] std::optional<StripRun> hit(const Viewport& viewport, double x_px,
                                            double reach_px = 3) const;
  /// Covered time in a range.
  [[nodiscard]] Ns covered_in(TimeRange range) const;
  /// The index of exactly this range.
  [[nodiscard]] std::optional<std::uint32_t> find(TimeRange range) const;

 private:
  [[nodiscard]] std::uint32_t first_ending_after(Ns time_ns) const;
  [[nodiscard]] std::uint32_t first_starting_at(Ns time_ns) const;
  [[nodiscard]] std::uint32_t longest_in(std::uint32_t first, std::uint32_t last) const;
  [[nodiscard]] StripRun run_of(std::uint32_t first, std::uint32_t last) const;

  std::vector<TimeRange> ranges_;
  std::vector<Ns> before_ns_;           // covered before each, then in total
  std::vector<std::uint32_t> longest_;  // for each block of some dozens
};

/// The ranges of things that have a `range`.
template <typename Things>
std::vector<TimeRange> ranges_of(const Things& things) {
  std::vector<TimeRange> ranges;
  ranges.reserve(things.size());
  for (const auto& thing : things) ranges.push_back(thing.range);
  return ranges;
}

}  // namespace lanescope
