// Which host thread was busy last before a time.
#pragma once

#include <optional>
#include <vector>

#include "core/store/snapshot.h"

namespace lanescope {

class ThreadEnds {
 public:
  struct End {
    Ns end_ns = 0;
    TrackId thread = TrackId::None;
  };

  /// Cost: nothing until it is asked, then a pass over the operators and calls of all threads.
  explicit ThreadEnds(const Snapshot& snapshot) : snapshot_(snapshot) {}

  /// The last end of an operator, a call or, in a trace without GPU events, a collective that is
  /// not after a time; of equal ones that of the last thread of the file. Cost: log n.
  std::optional<End> last_ended(Ns time_ns);
  /// The same, where what reaches over the time ends at it. Cost: a pass over the threads.
  std::optional<End> last_active(Ns time_ns);

 private:
  struct Busy {
    TimeRange range;
    TrackId thread = TrackId::None;
  };
  void find();

  const Snapshot& snapshot_;
  bool found_ = false;
  std::vector<Busy> busy_;  // by end; those of one thread do not overlap
};

}  // namespace lanescope
