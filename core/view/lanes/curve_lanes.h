// Lanes that show no slices of the file: the idle gaps of a device, and curves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/store/snapshot.h"
#include "core/view/lanes/tree.h"

namespace lanescope {

// `key` is that of the device's group.
Lane idle_lane(const std::string& key, std::int64_t device);
/// What is measured of a device, one lane each. With one of the trace's `devices` its number goes
/// without saying.
LaneGroup metrics_group(const std::string& key, std::int64_t device, std::size_t devices);

/// Of Snapshot::memory[index]: its totals, and its use where that can be estimated. Cost: a look at
/// the records up to the first address.
std::vector<Lane> memory_lanes(const Snapshot& snapshot, std::uint32_t index,
                               const std::string& key, const std::string& title);

/// Of Snapshot::counters, and what torch's own memory timelines hold by category.
std::vector<Lane> counter_lanes(const Snapshot& snapshot);

}  // namespace lanescope
