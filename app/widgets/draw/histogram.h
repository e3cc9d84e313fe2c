// A small bar chart without axes.
#pragma once

#include <cstdint>
#include <span>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// One bar a bin; the bin `own` is drawn in the colour of the selection.
void draw_histogram(const Ui& ui, ImDrawList& list, Rect area, std::span<const std::uint32_t> bins,
                    std::uint32_t own, ImU32 color);

}  // namespace lanescope
