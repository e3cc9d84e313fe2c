// Finds the slices of a track that may be open at a time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/store/snapshot.h"

namespace lanescope {

/// Calls visit(chunk, slice) for the last slice of each row that has begun by then; it may be over.
/// Cost: log(slices) for each row.
template <typename Visit>
void for_each_begun_slice(const Track& track, Ns time_ns, const Visit& visit) {
  for (const auto& chunk : track.chunks) {
    for (const Row& row : chunk->rows) {
      const auto starts = chunk->slices_of(row).start_ns;
      const auto after = std::ranges::upper_bound(starts, time_ns) - starts.begin();
      if (after > 0) visit(*chunk, row.first + static_cast<std::uint32_t>(after) - 1);
    }
  }
}

}  // namespace lanescope
