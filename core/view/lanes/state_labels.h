// What the slices of a thread's states are called on its lane, where its Python functions tell more
// than the system call: a thread in Thread.join waits for another thread, not for a lock.
#pragma once

#include <string_view>
#include <unordered_map>

#include "core/base/text/ids.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Of one lane; refers to the snapshot, which must outlive it. Keeps what it found: one thread
/// only.
class StateLabels {
 public:
  /// `states`: the lane's track. Cost: O(tracks).
  StateLabels(const Snapshot& snapshot, TrackId states);

  /// "waiting for another thread"; empty: the slice's name says all that is known. Cost: the first
  /// time, of a wait for a lock log(slices) for each row of the thread and the samples in it,
  /// otherwise that of the name; then O(1).
  [[nodiscard]] std::string_view of(EventId slice) const;

 private:
  [[nodiscard]] std::string_view found(EventId slice) const;

  const Snapshot& snapshot_;
  const Track* samples_ = nullptr;  // null: the thread was never seen in Python
  mutable std::unordered_map<EventId, std::string_view> known_;
};

}  // namespace lanescope
