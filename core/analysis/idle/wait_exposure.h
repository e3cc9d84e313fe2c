// Which idle time during a call that waits for the GPU has another cause than the call.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
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
  /// All outlive this.
  WaitExposure(const Snapshot& snapshot, const BlockingCalls& calls, const IdleTime& idle)
      : snapshot_(snapshot), calls_(calls), idle_(idle) {}

  /// The part of a call that can cost a device something: from `start_up_ns` on, and until the
  /// device's last work. Without a device, that of any.
  [[nodiscard]] TimeRange counted(TimeRange call, std::optional<std::int64_t> device,
                                  Ns start_up_ns) const;
  /// The gaps in `part` of a call that a call drained, or that end with work launched before the
  /// call returned, other than by the call itself: a copy that it waits for. Cost: log n plus
  /// lookups for the gaps in it.
  [[nodiscard]] ExplainedIdle explained(const SyncCall& call, TimeRange part,
                                        std::optional<std::int64_t> device) const;

 private:
  /// The device, or all if it has no idle time of its own.
  [[nodiscard]] std::span<const IdleDevice> of(std::optional<std::int64_t> device) const;
  void explain(const SyncCall& call, TimeRange part, const IdleGap& gap,
               ExplainedIdle& found) const;

  const Snapshot& snapshot_;
  const BlockingCalls& calls_;
  const IdleTime& idle_;
};

}  // namespace lanescope
