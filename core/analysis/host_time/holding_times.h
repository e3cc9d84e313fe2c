// When threads had the GIL.
#pragma once

#include <map>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Of one thread; merged.
struct HoldingTimes {
  std::vector<TimeRange> held;     // others could not have it, whatever the thread did meanwhile
  std::vector<TimeRange> working;  // of that, it ran or waited for a CPU: other waits are no work
  std::vector<TimeRange> running;  // of that, it ran
};

/// Who had the GIL. One thread of a process at a time: samples tell so, but between two of them the
/// states of each thread are inferred on their own. One that wakes up for a moment to ask for the
/// GIL is taken to have it, and one that gave it away keeps it until its next sample. What two
/// threads claim is here the time of the one that goes on with it for longer. Where they claim it
/// for many samples in a row, each has a GIL of its own, as subinterpreters may, and keeps all.
class GilHolders {
 public:
  /// Of the threads in sampled_threads(). Cost: a pass over their states, and n log n of those with
  /// the GIL. After a stop, of some of them.
  explicit GilHolders(const Snapshot& snapshot, const std::stop_token& stop = {});

  /// `thread`: any of its tracks. Valid as long as this object. Cost: log(threads).
  [[nodiscard]] const HoldingTimes& of(const Track& thread) const;

 private:
  std::map<std::pair<StringId, StringId>, HoldingTimes> times_;  // by process and thread
};

}  // namespace lanescope
