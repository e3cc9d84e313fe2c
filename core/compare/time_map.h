// Maps a time in one run to the corresponding time in the other.
#pragma once

#include <utility>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// Linear between the starts and ends of paired samples; before the first, after the last, and
/// without samples, only the offset differs. The two directions are inverse to each other, apart
/// from rounding to a nanosecond.
class TimeMap {
 public:
  TimeMap() = default;
  /// Pairs the samples in order. Cost: linear.
  explicit TimeMap(const AlignedRuns& runs);

  [[nodiscard]] Ns to_b(Ns a_ns) const;
  [[nodiscard]] Ns to_a(Ns b_ns) const;

 private:
  struct Anchor {
    Ns a_ns = 0, b_ns = 0;
  };
  void add(Ns a_ns, Ns b_ns);

  std::vector<Anchor> anchors_;  // both times increase
};

}  // namespace lanescope
