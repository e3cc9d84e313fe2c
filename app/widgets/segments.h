// One of a few choices, side by side on one ground; the chosen one is lit.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

struct Segment {
  std::string_view label;
  std::string_view why_not;  // why it can not be chosen; empty: it can
};

float segments_width(const Ui& ui, std::span<const Segment> segments);

/// The index that was clicked; never the chosen one's.
std::optional<std::size_t> draw_segments(const Ui& ui, std::string_view name, Rect rect,
                                         std::span<const Segment> segments, std::size_t chosen);

}  // namespace lanescope
