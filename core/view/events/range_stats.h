// What happens in a range of time: how much of what, by kind and by name. Slices are clipped to the
// range.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct KindStats {
  CategoryKind kind = CategoryKind::Other;
  std::uint64_t count = 0;
  Ns total_ns = 0;  // sum of clipped durations, nested ones included
};

struct NameStats {
  StringId name = StringId::Empty;
  CategoryKind kind = CategoryKind::Other;
  std::uint64_t count = 0;
  Ns total_ns = 0;
  Ns max_ns = 0;  // longest, clipped
  EventId longest = EventId::None;
};

struct DeviceStats {
  std::int64_t device = 0;
  Ns busy_ns = 0;    // union over the device's streams
  double share = 0;  // of what was recorded of the range
};

struct RangeStats {
  TimeRange range;
  std::uint64_t slices = 0;
  std::vector<KindStats> kinds;  // by total, falling
  std::vector<NameStats> names;  // by total, falling, then by name
  std::vector<DeviceStats> devices;
  bool complete = false;  // false: stopped half-way
};

/// One title of a kind for people: "CPU operators", "kernels".
std::string_view kind_title(CategoryKind kind);

/// Over all tracks, or those given. Cost: O(slices in the range); for a worker. Stops within a
/// millisecond or so.
RangeStats range_stats(const Snapshot& snapshot, TimeRange range,
                       std::span<const TrackId> tracks = {}, const std::stop_token& stop = {});

/// The time in `range` during which at least one of the device's streams works. Cost: O(its slices
/// in the range).
Ns device_busy_ns(const Snapshot& snapshot, std::int64_t device, TimeRange range,
                  const std::stop_token& stop = {});

}  // namespace lanescope
