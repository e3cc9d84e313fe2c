// GPU work in order: what ran before a piece of work, and what had ended by a time.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/analysis/events/device_timeline.h"

namespace lanescope {

class GpuOrder {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  using Stream = std::pair<std::int64_t, std::int64_t>;  // device, stream

  /// Of events that overlap the window; `timelines` must live on. Cost: n log n.
  GpuOrder(const Snapshot& snapshot, std::span<const DeviceTimeline> timelines);

  [[nodiscard]] const TimelineEvent& operator[](std::uint32_t work) const { return *work_[work]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(work_.size()); }
  /// The work of its stream that started just before; kNone for the first.
  [[nodiscard]] std::uint32_t before(std::uint32_t work) const { return before_[work]; }
  /// The number of an event, kNone when it is no GPU work of the window. Cost: log n.
  [[nodiscard]] std::uint32_t work_of(EventId event) const;
  /// The work with the last end that is not after a time, of equal ends the one that started last;
  /// kNone when none has ended. Work of no length holds nothing up and is left out. Cost: log n.
  [[nodiscard]] std::uint32_t last_ended(Ns time_ns) const { return last_ended(by_end_, time_ns); }
  [[nodiscard]] std::uint32_t last_ended(const Stream& stream, Ns time_ns) const;
  /// The last work of a stream that was launched before a time. Cost: log n look-ups.
  [[nodiscard]] std::uint32_t last_launched(const Stream& stream, Ns launch_ns) const;

 private:
  using Works = std::vector<std::uint32_t>;
  [[nodiscard]] std::uint32_t last_ended(const Works& by_end, Ns time_ns) const;

  const Snapshot& snapshot_;
  std::vector<const TimelineEvent*> work_;  // device by device, by start
  Works before_, by_end_, by_event_;
  std::map<Stream, Works> of_stream_;  // by end
};

}  // namespace lanescope
