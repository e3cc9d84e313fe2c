// The row of choices above a differential flame graph.
#pragma once

#include "app/panes/pane/pane.h"
#include "core/view/flame/diff.h"

namespace lanescope {

struct DiffFlameChoices {
  FlameQuery query;
  RunSide shape = RunSide::B;  // whose frames are drawn
};

/// Changes `choices` as the user does. `diff` may be null; else the legend is its own.
void draw_diff_flame_bar(const PaneFrame& frame, Rect row, const FlameSources& sources,
                         const FlameDiff* diff, DiffFlameChoices& choices);

}  // namespace lanescope
