// The GPU events of each device in the order of their starts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/events/window.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct TimelineEvent {
  TimeRange range;
  EventId event = EventId::None;
  EventId link = EventId::None;  // its launch call, or its operator when only that is known
  StringId name = StringId::Empty;
  TrackId track = TrackId::None;
  CategoryKind kind = CategoryKind::Kernel;
  GpuClass gpu_class = GpuClass::Compute;
  bool counts = true;           // in tables of the window, see admits_gpu_event
  bool overlaps_window = true;  // what busy time is made of
};

struct DeviceTimeline {
  std::int64_t device = -1;
  std::vector<TimelineEvent> events;  // of the whole trace, by start
  TimeRange window;  // the window where it is bounded, else the extent of the events that count

  /// The parts of a class that lie in the window: sorted, apart, none empty.
  [[nodiscard]] std::vector<TimeRange> busy(GpuClass gpu_class) const;
  /// The same of everything.
  [[nodiscard]] std::vector<TimeRange> busy() const;
};

/// By device number; those of the window's device only. Pure; complete snapshots only. Cost: a pass
/// over the GPU events and a merge of the streams.
std::vector<DeviceTimeline> device_timelines(const Snapshot& snapshot,
                                             const AnalysisWindow& window);

/// The length that a range and a merged list have in common. Cost: log n, and the ranges it meets.
Ns length_inside(std::span<const TimeRange> merged_list, TimeRange range);

}  // namespace lanescope
