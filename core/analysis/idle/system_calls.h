// Calls of the operating system, where a recorder traced them (osrt of Nsight Systems): what a
// thread was in while it recorded nothing else.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Whether an event is such a call. Cost: log(chunks).
bool is_system_call(const Snapshot& snapshot, EventId event);

/// One thread; refers to the snapshot.
class SystemCalls {
 public:
  explicit SystemCalls(const Snapshot& snapshot);

  /// Whether the trace has such calls.
  [[nodiscard]] bool any() const { return any_; }
  /// Calls visit(part, call) for the parts of a range in time order; the call is None where the
  /// thread was in none. A call inside another is part of it. Cost: log(calls), plus their number;
  /// for a thread's first, a pass over its slices if the trace has such calls at all.
  template <typename Visit>
  void visit(TrackId thread, TimeRange range, const Visit& visit) {
    const std::vector<Call>& calls = of(thread);
    auto at = std::ranges::upper_bound(calls, range.begin_ns, {},
                                       [](const Call& call) { return call.range.end_ns; });
    while (range.begin_ns < range.end_ns) {
      const bool none = at == calls.end() || at->range.begin_ns >= range.end_ns;
      const bool inside = !none && at->range.begin_ns <= range.begin_ns;
      const Ns end_ns = none ? range.end_ns : inside ? at->range.end_ns : at->range.begin_ns;
      const TimeRange part{range.begin_ns, std::min(range.end_ns, end_ns)};
      visit(part, inside ? at->event : EventId::None);
      range.begin_ns = part.end_ns;
      if (inside) ++at;
    }
  }

 private:
  struct Call {
    TimeRange range;
    EventId event = EventId::None;
  };
  /// Those in no other, by time; none of them is empty.
  const std::vector<Call>& of(TrackId thread);

  const Snapshot& snapshot_;
  std::vector<bool> is_call_;  // by category
  bool any_ = false;
  std::map<TrackId, std::vector<Call>> of_thread_;
};

}  // namespace lanescope
