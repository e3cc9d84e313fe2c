// How an event compares with all events of the same name: how many there are, and how long it is
// among them.
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/base/text/ids.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Slices with the same name and category kind, over all tracks.
struct DetailsSameName {
  std::uint64_t count = 0;
  std::uint64_t rank = 0;     // 1: the longest
  std::uint64_t ordinal = 0;  // 1: the first in time
  Ns total_ns = 0, min_ns = 0, p50_ns = 0, p95_ns = 0, max_ns = 0;
  std::vector<std::uint32_t> histogram;  // equal-width bins from min to max
  std::uint32_t own_bin = 0;
};

/// All 0 for unknown ids and instants, and if stopped. Cost: a pass over the names of all slices.
DetailsSameName same_name_stats(const Snapshot& snapshot, EventId event, std::uint32_t bins = 12,
                                const std::stop_token& stop = {});

}  // namespace lanescope
