// Which events of a trace are exported if only a part of its time is wanted.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Slices that overlap the range are included in full. The call chain of GPU work stays complete:
/// its launch call, and the slices that were open around that call, are included even if they ended
/// before the range. Without a range, everything is included.
class EventSelection {
 public:
  /// Cost with a range: a look at every slice.
  EventSelection(const Snapshot& trace, std::optional<TimeRange> range);

  [[nodiscard]] bool has(EventId slice) const;
  /// For events without a length: instants and counter samples.
  [[nodiscard]] bool has_time(Ns time_ns) const;
  /// The number of selected slices.
  [[nodiscard]] std::uint64_t slice_count() const { return count_; }

 private:
  void take(EventId slice);
  void take_way_back(const Snapshot& trace, EventId call);

  std::optional<TimeRange> range_;
  std::vector<bool> taken_;  // by id; unused without a range
  std::uint64_t count_ = 0;
};

}  // namespace lanescope
