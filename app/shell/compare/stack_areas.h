// Where the lanes of two runs are, above each other or side by side. With little height, what is
// around the lanes is folded, so that some of both can be seen.
#pragma once

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/style.h"

namespace lanescope {

/// The areas of the parts.
struct StackAreas {
  struct Stack {
    Rect head, strip_label, strip, lanes;
  };
  Rect line;   // above both
  Stack a, b;  // the strip is below A's lanes, and below B's too if they are side by side
  float labels_px = 0;
  bool with_overview = true;  // there is room for it
  bool with_names = true;     // else a head is a narrow column on the left of its lanes
};
/// The width of each run's lane tree; in a narrow stack, most of the width is left to the lanes.
float stack_labels_px(float width_px, bool beside, float labels_px);
StackAreas share_out_stacks(Rect area, bool beside, float labels_px, const Style& style);

}  // namespace lanescope
