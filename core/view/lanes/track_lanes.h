// What the lanes of all kinds of tracks have in common: which tracks get a lane, which kind of
// group it goes in, and how a lane of slices is created.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/view/lanes/tree.h"

namespace lanescope {

/// For one snapshot, which must outlive it.
class TrackLanes {
 public:
  explicit TrackLanes(const Snapshot& snapshot);

  [[nodiscard]] std::uint32_t instants_of(const Track& track) const;
  [[nodiscard]] bool has_events(const Track& track) const;
  /// Whether any process is a device.
  [[nodiscard]] bool has_devices() const { return !devices_.empty(); }

  /// The kind of group for a track's lane.
  [[nodiscard]] GroupKind group_kind(const Track& track) const;

  [[nodiscard]] static Lane slice_lane(const Track& track, LaneRole role, std::string title,
                                       std::string facts);

  /// "21,577 events", "1 mark".
  [[nodiscard]] std::string event_count(const Track& track) const;

 private:
  const Snapshot& snapshot_;
  std::set<StringId> devices_;  // processes that are devices
};

// The lane groups of a trace's processes: which thread is the main one, which are autograd threads,
// and which groups come before the devices.

struct ProcessGroups {
  std::vector<LaneGroup> before_devices;
  /// Processes without steps that drive a GPU, by its number: right before it.
  std::map<std::int64_t, std::vector<LaneGroup>> before_device;
  std::vector<LaneGroup> after_devices;  // other processes, and threads that do no work for
                                         // the model; placed last to make room for the GPU
};

/// In the order described at build_lane_tree(). Cost: O(tracks), plus a look at some slices of
/// each.
ProcessGroups process_groups(const Snapshot& snapshot, const TrackLanes& lanes);

}  // namespace lanescope
