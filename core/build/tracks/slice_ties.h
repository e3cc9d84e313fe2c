// The order of slices on a track. Their times tell nearly all of it; which of two slices of the
// same times is the parent is told by the ids that a profiler counts up as events begin. The order
// in which events stand in the file must not matter: a list of trace events has none.
#pragma once

#include <span>

#include "core/build/tracks/track_builder.h"

namespace lanescope {

/// (start, end falling, kind): a parent comes before its children. Of equal times a Python frame is
/// the parent of annotations and operators, and all of them are of a call.
class SliceOrder {
 public:
  explicit SliceOrder(const TrackBuildInput& in) : in_(&in) {}
  bool operator()(const SortedSlice& a, const SortedSlice& b) const {
    if (a.start_ns != b.start_ns) return a.start_ns < b.start_ns;
    if (a.end_ns != b.end_ns) return a.end_ns > b.end_ns;
    return rank_of(a.ref) < rank_of(b.ref);
  }
  /// Nothing that SliceOrder looks at tells them apart.
  [[nodiscard]] bool ties(const SortedSlice& a, const SortedSlice& b) const {
    return a.start_ns == b.start_ns && a.end_ns == b.end_ns && rank_of(a.ref) == rank_of(b.ref);
  }

 private:
  [[nodiscard]] int rank_of(RawRef ref) const;

  const TrackBuildInput* in_;
};

/// Orders the slices that tie by the number that the profiler gave them as they began (Python id,
/// External id; where some have none, annotations come before operators), then by correlation, name
/// and category; what agrees in all of these, and slices of begins and ends, whose order in the
/// file says how they nest, keep the order of the file. `tracks` are sorted by SliceOrder. Cost: a
/// pass over the slices, and where any tie one over the ids that events carry.
void order_ties(const TrackBuildInput& in, std::span<const std::span<SortedSlice>> tracks);

}  // namespace lanescope
