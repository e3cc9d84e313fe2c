// When each thread was in which class of states: for all rules that ask when a thread ran, slept or
// waited, and who did something else meanwhile.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/analysis/host_time/host_states.h"
#include "core/base/time.h"

namespace lanescope {

class AnalysisResults;

/// Clipped to the window.
struct HostStateTimes {
  /// By state; merged. A wait for another thread is OtherThread, not Lock.
  using OfThread = std::array<std::vector<TimeRange>, kHostStates>;
  std::vector<OfThread> threads;  // in the order of HostTime::threads

  /// When a thread is in any of some states, merged. Cost: O(n log n) of its stretches; of a single
  /// state O(n).
  [[nodiscard]] std::vector<TimeRange> in(std::uint32_t thread, bool (*is)(HostState)) const;
};

/// A derived result: ask AnalysisResults for it. Cost: HostTime, a pass over the states and Python
/// functions of all threads, and 16 bytes for each stretch.
HostStateTimes find_host_state_times(const AnalysisResults& in);

}  // namespace lanescope
