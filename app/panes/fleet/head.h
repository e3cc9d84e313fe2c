// What is above the wall: what is shown in which order, the legend of its colors, and the sentences
// about the run.
#pragma once

#include "app/panes/fleet/frame.h"

namespace lanescope {

/// UI thread only.
class FleetHead {
 public:
  /// Of the head, in an area for it and the wall.
  [[nodiscard]] static float height_px(const FleetFrame& frame, Rect area);
  void draw(const FleetFrame& frame, Rect head);
  /// Where the sentences ended when last drawn, on the screen.
  [[nodiscard]] float sentences_end_px() const { return end_px_; }

 private:
  static void draw_measures(const FleetFrame& frame, Rect& row);
  static void draw_sorts(const FleetFrame& frame, Rect& row);
  static void draw_shown(const FleetFrame& frame, Rect& row);
  static void draw_legend(const FleetFrame& frame, Rect row);

  float end_px_ = 0;
};

}  // namespace lanescope
