// Blocks of memory over time, stacked without regard to their addresses: each as high as its bytes,
// on top of those that were allocated before it; when one is freed, those above it move down.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "core/view/memory/blocks.h"
#include "core/view/timeline/viewport.h"

namespace lanescope {

/// A block while it stays at one height.
struct BlockBand {
  std::uint32_t block = kNoBlock;  // into AllocationList::blocks
  TimeRange range;
  std::int64_t base_bytes = 0;  // below it
  std::int64_t bytes = 0;
};

/// Many of one group at once.
struct MergedBand {
  std::uint8_t group = 0;
  TimeRange range;
  std::int64_t base_bytes = 0;
  std::int64_t bytes = 0;
  std::uint32_t count = 0;  // of blocks
};

struct BlockPicture {
  TimeRange range;                 // that it is of
  std::vector<BlockBand> bands;    // of the larger blocks
  std::vector<MergedBand> small;   // all smaller ones, on top, group by group
  std::vector<MergedBand> before;  // from before the trace, at the bottom; their count is 0
  std::uint32_t drawn = 0;         // blocks with bands of their own
  std::uint32_t smaller = 0;       // in the range, but not drawn: too few bytes or too brief
};

/// The vertical axis: of the whole trace, so that it stays while time is moved.
struct BlockScale {
  std::int64_t from_bytes = 0;  // above 0 where most of it never changes
  std::int64_t to_bytes = 1;    // above from_bytes
};
BlockScale block_scale(const DeviceBlocks& device);

struct BlockQuery {
  TimeView view;
  double width_px = 1, height_px = 1;
  friend bool operator==(const BlockQuery&, const BlockQuery&) = default;
};

/// Blocks are of one of so many groups, by their colour.
inline constexpr std::size_t kBlockGroups = 16;

/// Blocks of less than a pixel and a half are one band for each group; of several states inside a
/// pixel the one with the most memory is shown. So the picture holds at most kMostBands bands,
/// whatever the trace. Cost: the records in view with a sort, and pixels times the blocks that fit
/// above each other: for a worker. A stop gives a picture that is not whole. `groups` is by block;
/// where it is empty, groups are the categories.
BlockPicture lay_out_blocks(const DeviceBlocks& device, std::span<const std::uint8_t> groups,
                            const BlockQuery& query, const std::stop_token& stop);

inline constexpr std::size_t kMostBands = 20'000;

/// The band of a block at a point; nullptr where there is none. Cost: O(bands).
const BlockBand* band_at(const BlockPicture& picture, Ns time_ns, std::int64_t bytes);
/// The same of bands of many.
const MergedBand* merged_at(const std::vector<MergedBand>& bands, Ns time_ns, std::int64_t bytes);

}  // namespace lanescope
