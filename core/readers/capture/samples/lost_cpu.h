// Where a thread loses its CPU far more often than it runs: the scheduler takes a CPU away at the
// end of some system calls, and seldom elsewhere. Finding the thread there just after it lost its
// CPU tells nothing of what it ran.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "core/readers/rows/row_sink.h"

namespace lanescope {

/// The lines of one thread. Keeps the first 4096.
class LostCpu {
 public:
  /// A sample at a line, or a function where no line is known: on a CPU, or after it was preempted.
  void see(LocalId line, bool on_cpu) {
    if (counts_.size() >= kMostKept && !counts_.contains(line)) return;
    for (Count* count : {&counts_[line], &all_}) ++(on_cpu ? count->on_cpu : count->lost);
  }
  /// Whether it loses its CPU there for other reasons than that it is there for long.
  [[nodiscard]] bool is_likely_at(LocalId line) const {
    const auto at = counts_.find(line);
    if (at == counts_.end() || all_.on_cpu < kLeastOnCpu || all_.lost < kLeastLost) return false;
    return at->second.lost * all_.on_cpu > kTimes * (at->second.on_cpu + 1) * all_.lost;
  }

 private:
  static constexpr std::size_t kMostKept = 4096;
  static constexpr std::uint64_t kLeastOnCpu = 4, kLeastLost = 4, kTimes = 2;
  struct Count {
    std::uint64_t on_cpu = 0, lost = 0;
  };
  std::unordered_map<LocalId, Count> counts_;
  Count all_;
};

}  // namespace lanescope
