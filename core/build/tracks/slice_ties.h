// The order of slices on a track. Their times determine nearly all of it; which of two slices with
// the same times is the parent follows from the ids that a profiler assigns in increasing order as
// events begin. The order of events in the file must not matter: a list of trace events is
// unordered.
#pragma once

#include <span>

#include "core/build/tracks/track_builder.h"

namespace lanescope {

/// (start, decreasing end, kind): a parent comes before its children. With equal times, a Python
/// frame is the parent of annotations and operators, and all of these are parents of a call, unless
/// their order in the file tells.
class SliceOrder {
 public:
  explicit SliceOrder(const TrackBuildInput& in) : in_(&in) {}
  bool operator()(const SortedSlice& a, const SortedSlice& b) const {
    if (a.start_ns != b.start_ns) return a.start_ns < b.start_ns;
    if (a.end_ns != b.end_ns) return a.end_ns > b.end_ns;
    return rank_of(a.ref) < rank_of(b.ref);
  }
  /// SliceOrder does not distinguish them.
  [[nodiscard]] bool ties(const SortedSlice& a, const SortedSlice& b) const {
    return a.start_ns == b.start_ns && a.end_ns == b.end_ns && rank_of(a.ref) == rank_of(b.ref);
  }

 private:
  [[nodiscard]] int rank_of(RawRef ref) const;

  const TrackBuildInput* in_;
};

/// Orders tied slices by the number that the profiler gave them when they began (Python id,
/// External id; if some have none, annotations come before operators), then by correlation, name
/// and category. Slices that agree in all of these keep the order of the file, as do slices from
/// begin and end events, whose nesting depends on that order, and all slices of a file that says
/// of itself that parents come first. `tracks` must be sorted by SliceOrder. Cost: a pass over the
/// slices and, if any tie, one over the ids of events.
void order_ties(const TrackBuildInput& in, std::span<const std::span<SortedSlice>> tracks);

}  // namespace lanescope
