// What the threads of two programs did, by samples alone: functions and waits, where neither run
// has GPU work or operators to compare.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/results.h"

namespace lanescope {

/// Sums over the whole recordings; 0 in a run that does not have it.
struct SampledChange {
  std::string name;
  Ns a_ns = 0, b_ns = 0;
  EventId event_a = EventId::None, event_b = EventId::None;  // the longest stretch

  [[nodiscard]] Ns delta_ns() const { return b_ns - a_ns; }
};

/// The largest change first.
struct SampledChanges {
  /// Self time of Python functions over all threads, with their waits. Functions are the same if
  /// their files and names are: lines may have moved. Named as in B, if B has it.
  std::vector<SampledChange> functions;
  /// What the thread that each program is judged by waits for, see leading_host_thread(), and the
  /// time in which it runs.
  std::vector<SampledChange> waits;

  [[nodiscard]] bool empty() const { return functions.empty() && waits.empty(); }
};

/// Empty unless both runs have samples, and neither GPU work. Cost: analyse_host_time for both.
SampledChanges compare_sampled_time(const AnalysisResults& a, const AnalysisResults& b);

}  // namespace lanescope
