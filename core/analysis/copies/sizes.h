// The sizes and rates of copies, which are in the texts of their events.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/analysis/events/device_timeline.h"
#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

class AnalysisResults;

struct CopySize {
  std::optional<std::int64_t> bytes;
  double gb_per_s = 0;  // 0 if unknown
};

/// A copy, and where its size goes.
struct UnsizedCopy {
  const TimelineEvent* event = nullptr;
  CopySize* size = nullptr;
};

/// Reads the sizes of copies of one device; false if they cannot be read. Cost: the text of every
/// one is read, see read_arguments.
bool read_copy_sizes(const Snapshot& snapshot, const ReadEvent& read,
                     std::span<const UnsizedCopy> copies);

/// Calls visit(event) for the copies and fills of a timeline that count.
template <typename Visit>
void for_each_copy(const DeviceTimeline& timeline, const Visit& visit) {
  for (const TimelineEvent& event : timeline.events) {
    if (event.counts && event.gpu_class == GpuClass::Memory) visit(event);
  }
}

/// Of the copies between host and GPU. They are all that rules look at, and often few among fills.
struct HostCopySizes {
  /// By device, as DeviceTimelines, then copy. nullopt: they cannot be read, or there are too many
  /// copies and fills to read all of theirs.
  std::vector<std::optional<std::vector<CopySize>>> devices;
};

/// Pure; complete snapshots only. Cost: a pass over the GPU events, and the texts of these copies.
HostCopySizes read_host_copy_sizes(const AnalysisResults& in);

}  // namespace lanescope
