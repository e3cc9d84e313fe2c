// A row of stretches of time that do not overlap, to be drawn at any zoom: which of them are in a
// range, how much of it they cover, which is the longest.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// Stretches that fill one pixel, or one that has a pixel of its own.
struct StripRun {
  std::uint32_t first = 0, last = 0;  // half-open
  std::uint32_t longest = 0;
  Ns covered_ns = 0;
  double x0_px = 0, x1_px = 0;  // from the viewport's left edge; clipped to just outside of it
};

class StripIndex {
 public:
  /// Sorted by time, apart, none empty. Cost: linear.
  explicit StripIndex(std::vector<TimeRange> ranges);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ranges_.size()); }
  [[nodiscard]] const TimeRange& range(std::uint32_t i) const { return ranges_[i]; }

  /// Those in view, by time; none is left out. Cost: a few look-ups a pixel.
  void runs(const Viewport& viewport, std::vector<StripRun>& out) const;
  /// At a pixel, else the nearest within `reach_px`; its x are not set.
  [[nodiscard]] std::optional<StripRun> hit(const Viewport& viewport, double x_px,
                                            double reach_px = 3) const;
  /// How much of a range is covered.
  [[nodiscard]] Ns covered_in(TimeRange range) const;
  /// The one of exactly that place.
  [[nodiscard]] std::optional<std::uint32_t> find(TimeRange range) const;

 private:
  [[nodiscard]] std::uint32_t first_ending_after(Ns time_ns) const;
  [[nodiscard]] std::uint32_t first_starting_at(Ns time_ns) const;
  [[nodiscard]] std::uint32_t longest_in(std::uint32_t first, std::uint32_t last) const;
  [[nodiscard]] StripRun run_of(std::uint32_t first, std::uint32_t last) const;

  std::vector<TimeRange> ranges_;
  std::vector<Ns> before_ns_;           // covered in front of each, and by all
  std::vector<std::uint32_t> longest_;  // of each of some dozens
};

/// The stretches of things that have a `range` each.
template <typename Thing>
std::vector<TimeRange> ranges_of(const std::vector<Thing>& things) {
  std::vector<TimeRange> ranges;
  ranges.reserve(things.size());
  for (const Thing& thing : things) ranges.push_back(thing.range);
  return ranges;
}

}  // namespace lanescope
