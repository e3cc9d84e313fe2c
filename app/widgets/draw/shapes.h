// Small drawings: hatching, fold arrows, bars.
#pragma once

#include <cstdint>
#include <span>

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

/// Diagonal lines from the lower left to the upper right, to mark what differs in kind from its
/// neighbors. Draws only the visible part. All hatching shares one grid, so it is continuous across
/// neighbors.
void paint_hatch(const Ui& ui, ImDrawList& list, Rect at, ImU32 color);

/// Marks idle time of unknown cause.
void paint_idle_hatch(const Ui& ui, ImDrawList& list, Rect at);

/// A small triangle next to something that folds: pointing down if open, right if folded.
void draw_fold_arrow(const Ui& ui, ImVec2 center, bool folded, ImU32 color);

/// A small bar chart without axes, one bar per bin. The bin `own` has the color of the selection.
void draw_histogram(const Ui& ui, ImDrawList& list, Rect area, std::span<const std::uint32_t> bins,
                    std::uint32_t own, ImU32 color);

/// A thin bar that fills from left to right; `share` is from 0 to 1.
void draw_progress_bar(const Ui& ui, ImDrawList& list, Rect bar, float share);

}  // namespace lanescope
