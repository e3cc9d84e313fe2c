// Small drawings: hatching, the arrow beside what can be folded, bars.
#pragma once

#include <cstdint>
#include <span>

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Lines from the lower left to the upper right, for what differs from its neighbours in kind. As
/// far as they can be seen, on one grid for all, so that neighbours run on into each other.
void paint_hatch(const Ui& ui, ImDrawList& list, Rect at, ImU32 color);

/// The arrow beside what can be folded, a small triangle: down when open, right when folded.
void draw_fold_arrow(const Ui& ui, ImVec2 center, bool folded, ImU32 color);

/// A small bar chart without axes. One bar a bin; the bin `own` is drawn in the colour of the
/// selection.
void draw_histogram(const Ui& ui, ImDrawList& list, Rect area, std::span<const std::uint32_t> bins,
                    std::uint32_t own, ImU32 color);

/// A thin bar that fills from left to right; `share` is 0 … 1.
void draw_progress_bar(const Ui& ui, ImDrawList& list, Rect bar, float share);

}  // namespace lanescope
