// Blocks of a strip: a row of parts that follow each other, such as the segments of a path.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/lanes/lane_view.h"

namespace lanescope {

/// Where a block is, in pixels from the viewport's left edge, and how many parts it stands for.
struct StripBlock {
  float x0_px = 0, x1_px = 0;
  std::uint32_t count = 1;
};

/// Fills a block, at least a pixel wide. Returns where its label goes, as far as it is in view;
/// nullopt if it stands for several parts or has no room for one.
std::optional<Rect> paint_block(const LaneScene& scene, Rect row, const StripBlock& block,
                                ImU32 color);

/// What is said of a block that stands for several parts: "12 idle gaps; zoom in to separate", and
/// the sum of them. What is known of the longest one is for the caller to add.
LaneWords words_of_block(std::uint32_t count, std::string_view part, Ns total_ns, ImU32 swatch);

}  // namespace lanescope
