// The lanes that are no slices: a device's idle time and metrics, memory, and counters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/view/lanes/tree.h"

namespace lanescope {

// `key` is that of the device's group.

Lane idle_lane(const std::string& key, std::int64_t device);

/// The metrics of a device, one lane each. The title has the device's number only if the trace has
/// several `devices`.
LaneGroup metrics_group(const std::string& key, std::int64_t device, std::size_t devices);

/// For Snapshot::memory[index]: its totals, and its categories if they can be estimated. `key` is
/// that of the first. Cost: a look at the records up to the first address.
std::vector<Lane> memory_lanes(const Snapshot& snapshot, std::uint32_t index,
                               const std::string& key, const std::string& title);

/// For Snapshot::counters, and for the categories in PyTorch's memory timelines.
std::vector<Lane> counter_lanes(const Snapshot& snapshot);

}  // namespace lanescope
