// The layout of the window's panes.
#pragma once

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/style.h"

namespace lanescope {

/// Sizes set by the user, in pixels at scale 1.
struct PaneSizes {
  float labels_px = 224;  // the lane tree
  float details_px = 352;
  float bottom_px = 244;  // with its tabs, without the status line
  bool details_shown = true;
  bool bottom_shown = true;
  bool runs_beside = false;  // two runs side by side; else one above the other
  friend bool operator==(const PaneSizes&, const PaneSizes&) = default;
};

/// Rectangles on the screen; empty ones are not shown.
struct Areas {
  Rect top;
  Rect notice;
  Rect timeline;
  Rect bottom_line, tabs, bottom;  // a one-pixel line that can be dragged, the tabs, the pane
  Rect status;
  Rect details_line, details;
  float labels_px = 0;  // in layout units
};

/// Divides the screen. The lanes always keep some room: other areas shrink if necessary.
Areas share_out(Rect screen, const PaneSizes& sizes, const Style& style, float notice_px);

/// Update the sizes after a line was dragged by `delta_px` layout units.
void drag_labels(PaneSizes& sizes, float delta_px, const Style& style);
void drag_details(PaneSizes& sizes, float delta_px, const Style& style);
void drag_bottom(PaneSizes& sizes, float delta_px, const Style& style);

}  // namespace lanescope
