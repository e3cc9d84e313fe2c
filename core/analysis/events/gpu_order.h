// The order of GPU work: what ran before a piece of work, and what had ended by a given time.
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

  /// For events that overlap the window; `timelines` must outlive this. Cost: a merge of the
  /// streams, as the work of one ends in the order in which it begins, or nearly so.
  GpuOrder(const Snapshot& snapshot, std::span<const DeviceTimeline> timelines);

  [[nodiscard]] const TimelineEvent& operator[](std::uint32_t work) const { return *work_[work]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(work_.size()); }
  /// The preceding work on the same stream; kNone for the first.
  [[nodiscard]] std::uint32_t before(std::uint32_t work) const { return before_[work]; }
  /// The index of a copy; kNone if the event is not a copy of the window. Cost: log n.
  [[nodiscard]] std::uint32_t copy_of(EventId event) const;
  struct Copy {
    EventId event = EventId::None;
    std::uint32_t work = kNone;
  };
  /// All copies, by event.
  [[nodiscard]] std::span<const Copy> copies() const { return copies_; }
  /// The work that ended last, at or before `time_ns`; of equal ends, the one that started last.
  /// kNone if none has ended. Zero-length work is ignored, since it delays nothing. Cost: log n.
  [[nodiscard]] std::uint32_t last_ended(Ns time_ns) const { return last_ended(by_end_, time_ns); }
  /// The same; `near` is where the one before was found, 0 at first. Cost: log of the distance.
  [[nodiscard]] std::uint32_t last_ended(Ns time_ns, std::size_t& near) const;
  [[nodiscard]] std::uint32_t last_ended(const Stream& stream, Ns time_ns) const;
  /// The last work of a stream that was launched before `launch_ns`. Cost: log n lookups.
  [[nodiscard]] std::uint32_t last_launched(const Stream& stream, Ns launch_ns) const;

 private:
  using Works = std::vector<std::uint32_t>;
  [[nodiscard]] std::uint32_t last_ended(const Works& by_end, Ns time_ns) const;
  void add_before();
  void sort_by_end();

  const Snapshot& snapshot_;
  std::vector<const TimelineEvent*> work_;  // by device, then start
  Works before_, by_end_;
  std::vector<Copy> copies_;
  std::map<Stream, Works> of_stream_;  // by end
};

}  // namespace lanescope
