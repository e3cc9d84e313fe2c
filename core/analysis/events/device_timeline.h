// The GPU events of each device, sorted by start.
#pragma once

#include <array>
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
  EventId link = EventId::None;  // its launch call, or its operator if only that is known
  StringId name = StringId::Empty;
  TrackId track = TrackId::None;
  CategoryKind kind = CategoryKind::Kernel;
  GpuClass gpu_class = GpuClass::Compute;
  bool counts = true;           // in the tables for the window, see admits_gpu_event
  bool overlaps_window = true;  // contributes to busy time
};

class DeviceTimeline {
 public:
  /// `sorted` holds the events of the entire trace, by start.
  DeviceTimeline(std::int64_t device, std::vector<TimelineEvent> sorted,
                 const AnalysisWindow& window);

  std::int64_t device = -1;
  std::vector<TimelineEvent> events;  // of the entire trace, by start
  TimeRange window;  // the window if bounded, else the extent of the events that count

  /// When work of a class runs within the window: sorted, disjoint, no empty ranges.
  [[nodiscard]] const std::vector<TimeRange>& busy(GpuClass gpu_class) const {
    return busy_of_[static_cast<std::size_t>(gpu_class)];
  }
  /// The same for all classes.
  [[nodiscard]] const std::vector<TimeRange>& busy() const { return busy_; }

 private:
  std::vector<TimeRange> busy_;
  std::array<std::vector<TimeRange>, kGpuClasses> busy_of_;
};

/// By device number; only the window's device, if it has one. Pure; complete snapshots only. Cost:
/// a pass over the GPU events and a merge of the streams.
std::vector<DeviceTimeline> device_timelines(const Snapshot& snapshot,
                                             const AnalysisWindow& window);

/// The same from those of the entire trace. Cost: a copy, and a look at each event.
std::vector<DeviceTimeline> device_timelines(const Snapshot& snapshot, const AnalysisWindow& window,
                                             std::span<const DeviceTimeline> whole);

/// device_timelines() as a shared result.
struct DeviceTimelines {
  std::vector<DeviceTimeline> devices;
};

/// The length of the intersection of a range and a merged list. Cost: log n plus the number of
/// ranges that intersect.
Ns length_inside(std::span<const TimeRange> merged_list, TimeRange range);

}  // namespace lanescope
