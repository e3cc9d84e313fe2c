#include "core/view/lanes/depth.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr float kNegligiblePx = 0.25F;

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

/// The height of an item if its lane had this depth.
float height_at(const LaneMetrics& metrics, const LayoutItem& item, const Lane& lane,
                std::uint32_t depth) {
  const std::uint32_t needed = std::max(depth, item.first_row + 1) - item.first_row;
  return metrics.lane_px(lane, std::min(needed, item.rows_most), item.folded);
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

std::size_t lane_position(const LaneTree& tree, LaneRef lane) {
  std::size_t at = lane.lane;
  for (std::uint32_t g = 0; g < lane.group; ++g) at += tree.groups[g].lanes.size();
  return at;
}

bool give_rows_back(const LaneTree& tree, const LaneMetrics& metrics,
                    std::span<const LayoutItem> items, std::span<const std::uint32_t> had,
                    float missing_px, std::vector<std::uint32_t>& depths) {
  bool any = false;
  for (const LayoutItem& item : items) {
    if (missing_px <= kNegligiblePx) break;
    const std::size_t at = lane_position(tree, item.lane);
    if (item.header || at >= std::min(had.size(), depths.size()) || depths[at] == 0) continue;
    const Lane& lane = tree.at(item.lane);
    const std::uint32_t most = had[at] == 0 ? lane.rows : std::min(had[at], lane.rows);
    float gained_px = 0;
    std::uint32_t depth = depths[at];
    while (depth < most && gained_px < missing_px - kNegligiblePx)
      gained_px = height_at(metrics, item, lane, ++depth) - item.height_px;
    if (gained_px <= 0) continue;
    depths[at] = depth;
    missing_px -= gained_px;
    any = true;
  }
  return any;
}

}  // namespace lanescope
