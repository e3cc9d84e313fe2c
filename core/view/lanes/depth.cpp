#include "core/view/lanes/depth.h"

#include <algorithm>

namespace lanescope {
namespace {

/// Slices of a row follow each other in time and do not overlap.
bool has_slices(const RowSlices& row, TimeRange range) {
  const auto after = std::ranges::lower_bound(row.start_ns, range.end_ns);
  const auto i = static_cast<std::size_t>(after - row.start_ns.begin());
  if (i == 0) return false;
  const Ns start_ns = row.start_ns[i - 1];
  return start_ns >= range.begin_ns || saturating_add(start_ns, row.dur_ns[i - 1]) > range.begin_ns;
}

std::uint32_t rows_needed(const TrackChunk& chunk, std::uint32_t known, TimeRange range) {
  if (!chunk.bounds.empty() && !chunk.bounds.overlaps(range)) return known;
  for (auto row = static_cast<std::uint32_t>(chunk.rows.size()); row > known; --row) {
    if (has_slices(chunk.slices_of(chunk.rows[row - 1]), range)) return row;
  }
  return known;
}

}  // namespace

std::uint32_t rows_needed(const Snapshot& snapshot, const Lane& lane, TimeRange range) {
  if (lane.kind != LaneKind::Slices || index_of(lane.track) >= snapshot.tracks.size())
    return lane.rows;
  std::uint32_t rows = 1;
  for (const auto& chunk : snapshot.tracks[index_of(lane.track)].chunks)
    rows = rows_needed(*chunk, rows, range);
  return std::min(rows, lane.rows);
}

}  // namespace lanescope
