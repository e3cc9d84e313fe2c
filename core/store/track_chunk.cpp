#include "core/store/track_chunk.h"

#include <algorithm>

namespace lanescope {

std::uint32_t TrackChunk::row_of(std::uint32_t slice) const {
  LANESCOPE_SLOW_CHECK(slice < size(), "slice {} of {}", slice, size());
  const auto after = std::ranges::upper_bound(rows, slice, {}, &Row::first);
  LANESCOPE_SLOW_CHECK(after != rows.begin(), "slice {} on one of {} rows", slice, rows.size());
  return static_cast<std::uint32_t>(after - rows.begin()) - 1;
}

std::size_t TrackChunk::memory_bytes() const {
  return start_ns.memory_bytes() + dur_ns.memory_bytes() + name.memory_bytes() +
         category.memory_bytes() + place.memory_bytes() + link.memory_bytes() +
         time_order.memory_bytes() + intervals.memory_bytes() + rows.capacity() * sizeof(Row) +
         lod_bytes();
}

std::size_t TrackChunk::lod_bytes() const {
  std::size_t bytes = 0;
  for (const Row& row : rows) bytes += row.lod.memory_bytes();
  return bytes;
}

}  // namespace lanescope
