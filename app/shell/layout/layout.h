// Where the panes of the window are.
#pragma once

#include "app/widgets/draw/rect.h"
#include "app/widgets/draw/style.h"

namespace lanescope {

/// What a user set, in pixels at scale 1.
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
  float labels_px = 0;  // in units of layout
};

/// Shares the screen out. The lanes always keep some room: what does not fit beside them becomes
/// smaller.
Areas share_out(Rect screen, const PaneSizes& sizes, const Style& style, float notice_px);

/// The sizes after a line was dragged by so many units of layout.
void drag_labels(PaneSizes& sizes, float delta_px, const Style& style);
void drag_details(PaneSizes& sizes, float delta_px, const Style& style);
void drag_bottom(PaneSizes& sizes, float delta_px, const Style& style);

}  // namespace lanescope
