// When each device was busy, and when its events ended, for the calls that waited for it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/events/covered_time.h"
#include "core/analysis/events/device_timeline.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Events of a device by their ends. Sorted when it is first asked: of most devices only the
/// streams are, whose events end in the order in which they start.
class EventEnds {
 public:
  /// `events` outlive this.
  explicit EventEnds(std::span<const TimelineEvent> events) : events_(events) {}

  /// By number.
  void add(std::uint32_t event) { order_.push_back(event); }

  /// None if none ends until then. Cost: log n, and sorting at first.
  EventId last_until(Ns time_ns);

 private:
  std::span<const TimelineEvent> events_;
  std::vector<std::uint32_t> order_;
  bool sorted_ = false;
};

/// One thread.
class DeviceRecord {
 public:
  /// When a device was busy, and when it was busy or that is unknown, as in pauses.
  struct Activity {
    CoveredTime busy;
    std::optional<CoveredTime> with_pauses;  // nullopt: all is known

    [[nodiscard]] const CoveredTime& busy_or_paused() const {
      return with_pauses ? *with_pauses : busy;
    }
  };

  /// Both outlive this. Cost: a pass over the busy times.
  DeviceRecord(const Snapshot& snapshot, std::span<const DeviceTimeline> timelines);

  /// Of a device; of all together if it is not known which.
  [[nodiscard]] const Activity& of(std::optional<std::int64_t> device) const;
  /// The last event to end before a time, on the stream if it is known, else on the device; None if
  /// there is none. Cost: log n; the first time for a device, a pass over its events.
  EventId last_before(std::optional<std::int64_t> device, std::int64_t stream, Ns time_ns);

 private:
  using Streams = std::map<std::int64_t, EventEnds>;  // by number
  struct Device {
    const DeviceTimeline* timeline = nullptr;
    Activity activity;
    std::optional<Streams> streams;  // nullopt: not asked for yet, as `all`
    std::optional<EventEnds> all;
  };

  Streams& streams_of(Device& device) const;
  /// `unknown`: as of UnknownTimes.
  static Activity activity_of(std::vector<TimeRange> busy, const std::vector<TimeRange>& unknown);

  const Snapshot& snapshot_;
  std::map<std::int64_t, Device> devices_;
  Activity any_device_;
};

}  // namespace lanescope
