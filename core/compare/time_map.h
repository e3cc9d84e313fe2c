// From a time of one run to the time of the other at which it does the same.
#pragma once

#include <utility>
#include <vector>

#include "core/compare/run_diff.h"

namespace lanescope {

/// Straight lines between the starts and the ends of samples that belong together; before the first
/// and after the last, and where there are no samples, the clocks run alike. Both directions are
/// each other's inverse but for rounding to a nanosecond.
class TimeMap {
 public:
  TimeMap() = default;
  /// Pairs the samples by their order. Cost: linear.
  explicit TimeMap(const AlignedRuns& runs);

  [[nodiscard]] Ns to_b(Ns a_ns) const;
  [[nodiscard]] Ns to_a(Ns b_ns) const;

 private:
  struct Anchor {
    Ns a_ns = 0, b_ns = 0;
  };
  void add(Ns a_ns, Ns b_ns);

  std::vector<Anchor> anchors_;  // both times rise
};

}  // namespace lanescope
