// Which results are being computed at the moment, for whoever waits for one and wants to know.
#pragma once

#include <string>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

/// Exists while a thread computes a result of a trace. Created and destroyed on that thread; of
/// several on one thread, the last one created is destroyed first. Cost: a lock.
class ResultInProgress {
 public:
  /// `name` is that of the result's type. `trace` outlives this.
  ResultInProgress(const Snapshot& trace, std::string name);
  ~ResultInProgress();
  ResultInProgress(const ResultInProgress&) = delete;
  ResultInProgress& operator=(const ResultInProgress&) = delete;
};

/// For each thread that computes a result of the trace, the name of the one that it is at: not
/// those that wait for it. The one begun first comes first. Any thread. Cost: a lock.
std::vector<std::string> results_in_progress(const Snapshot& trace);

}  // namespace lanescope
