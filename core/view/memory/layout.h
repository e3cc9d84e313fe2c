// Memory blocks over time, stacked regardless of address: each is as high as its size and on top of
// those allocated before it; when a block is freed, those above it move down.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/view/memory/blocks.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// A block while its height in the stack stays the same.
struct BlockBand {
  std::uint32_t block = kNoBlock;  // into AllocationList::blocks
  TimeRange range;
  std::int64_t base_bytes = 0;  // bytes below it
  std::int64_t bytes = 0;
};

/// Many small blocks of one group, drawn as one.
struct MergedBand {
  std::uint8_t group = 0;
  TimeRange range;
  std::int64_t base_bytes = 0;
  std::int64_t bytes = 0;
  std::uint32_t count = 0;  // number of blocks
};

struct BlockPicture {
  TimeRange range;                 // the range shown
  std::vector<BlockBand> bands;    // the larger blocks
  std::vector<MergedBand> small;   // all smaller ones, at the top, by group
  std::vector<MergedBand> before;  // allocated before the trace, at the bottom; count is 0
  std::uint32_t drawn = 0;         // blocks with their own bands
  std::uint32_t smaller = 0;       // in the range, but too small or too brief to draw
};

/// The vertical axis, for the whole trace, so that it stays the same while panning.
struct BlockScale {
  std::int64_t from_bytes = 0;  // above 0 if most of the memory never changes
  std::int64_t to_bytes = 1;    // above from_bytes
};
BlockScale block_scale(const DeviceBlocks& device);

struct BlockQuery {
  TimeView view;
  double width_px = 1, height_px = 1;
  friend bool operator==(const BlockQuery&, const BlockQuery&) = default;
};

/// Blocks are colored by group; the number of groups.
inline constexpr std::size_t kBlockGroups = 16;

/// Blocks less than 1.5 pixels high are merged into one band per group; if a pixel has several
/// states, the one with the most memory is shown. The picture therefore has at most kMostBands
/// bands, whatever the trace. Cost: the records in view with a sort, and pixels times the number of
/// blocks that fit on top of each other; run it on a worker. If stopped, the picture is incomplete.
/// `groups` is indexed by block; if it is empty, the categories are the groups.
BlockPicture lay_out_blocks(const DeviceBlocks& device, std::span<const std::uint8_t> groups,
                            const BlockQuery& query, const std::stop_token& stop);

inline constexpr std::size_t kMostBands = 20'000;

/// The block's band at a point; nullptr if there is none. Cost: O(bands).
const BlockBand* band_at(const BlockPicture& picture, Ns time_ns, std::int64_t bytes);
/// The same for merged bands.
const MergedBand* merged_at(const std::vector<MergedBand>& bands, Ns time_ns, std::int64_t bytes);

}  // namespace lanescope
