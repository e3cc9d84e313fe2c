// Which events of a trace go into a file when only a part of its time is wanted.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Slices that overlap the range are taken whole. The way back from GPU work stays walkable: the
/// call that launched it, and what was open around that call, are taken even when they ended
/// before the range. Without a range everything is taken.
class EventSelection {
 public:
  /// Cost with a range: a look at every slice.
  EventSelection(const Snapshot& trace, std::optional<TimeRange> range);

  [[nodiscard]] bool has(EventId slice) const;
  /// For what has no length: instants, samples of counters.
  [[nodiscard]] bool has_time(Ns time_ns) const;
  /// How many slices are taken.
  [[nodiscard]] std::uint64_t slice_count() const { return count_; }

 private:
  void take(EventId slice);
  void take_way_back(const Snapshot& trace, EventId call);

  std::optional<TimeRange> range_;
  std::vector<bool> taken_;  // by id; without a range unused
  std::uint64_t count_ = 0;
};

}  // namespace lanescope
