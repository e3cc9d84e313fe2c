// Which idle time during a call that waits for the GPU has another cause than the call.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/analysis/idle/blocking_calls.h"
#include "core/analysis/idle/idle.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Parts of a call, merged.
struct ExplainedIdle {
  std::vector<TimeRange> all;
  std::vector<TimeRange> own;  // of those, the gaps whose queue the call itself drained
};

class WaitExposure {
 public:
  /// Cost: a lookup for each gap.
  WaitExposure(const Snapshot& snapshot, const BlockingCalls& calls, const IdleTime& idle);

  /// The part of a call that can cost a device something: from `start_up_ns` on, and until the
  /// device's last work. Without a device, that of any.
  [[nodiscard]] TimeRange counted(TimeRange call, std::optional<std::int64_t> device,
                                  Ns start_up_ns) const;
  /// The gaps in `part` of a call that a call drained, or that end with work launched before the
  /// call returned, other than by the call itself: a copy that it waits for. Cost: log n plus the
  /// gaps in it.
  [[nodiscard]] ExplainedIdle explained(const SyncCall& call, TimeRange part,
                                        std::optional<std::int64_t> device) const;

 private:
  struct Gap {
    TimeRange range;
    EventId drained_by = EventId::None, launch = EventId::None;
    Ns launch_ns = 0;
  };
  struct Device {
    TimeRange window;
    std::vector<Gap> gaps;  // by time, those whose launch is known
  };

  /// The device's, or those of all if it has none of its own.
  [[nodiscard]] std::vector<const Device*> of(std::optional<std::int64_t> device) const;

  std::map<std::int64_t, Device> devices_;
};

}  // namespace lanescope
