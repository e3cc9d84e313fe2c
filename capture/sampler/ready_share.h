// Tells the samples of a ready thread at which it had a CPU from those at which it waited for one,
// so that they sum up to its CPU time.
#pragma once

#include <algorithm>
#include <optional>

#include "core/base/check.h"
#include "core/base/time.h"

namespace lanescope {

/// Of one thread.
class ReadyShare {
 public:
  /// At a sample that finds it ready: the CPU time that it has had so far. The sample stands for
  /// `period_ns`. Whether it counts as having had no CPU.
  bool waits(Ns cpu_ns, Ns period_ns) {
    LANESCOPE_CHECK(period_ns > 0, "a period, not {} ns", period_ns);
    // At the first such sample, a young thread had less than the period. When an older one had it
    // is unknown.
    if (!cpu_ns_ && cpu_ns > period_ns) {
      cpu_ns_ = cpu_ns;
      return false;
    }
    const Ns had_ns = std::max<Ns>(cpu_ns - cpu_ns_.value_or(0), 0);
    cpu_ns_ = cpu_ns;
    // The system counts the time of a thread that runs in steps of some milliseconds.
    left_ns_ = std::min(left_ns_ + had_ns, period_ns + kStepNs);
    if (left_ns_ < period_ns / 2) return true;
    left_ns_ -= period_ns;
    return false;
  }

 private:
  static constexpr Ns kStepNs = 10'000'000;
  std::optional<Ns> cpu_ns_;  // at the last such sample
  Ns left_ns_ = 0;            // CPU time that no sample stands for yet; from minus half a period on
};

}  // namespace lanescope
