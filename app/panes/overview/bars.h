// The bars of the Overview tab: how each GPU's time is spent, and their legend.
#pragma once

#include <cstddef>
#include <optional>

#include "app/panes/pane/pane.h"
#include "core/view/overview/breakdown_model.h"

namespace lanescope {

class BreakdownBars {
 public:
  void draw(const PaneFrame& frame, Rect area, const Breakdown& breakdown);

 private:
  void draw_bar(const PaneFrame& frame, Rect row, const BreakdownBar& bar, std::size_t number);
  static void draw_parts(const PaneFrame& frame, Rect rect, const BreakdownBar& bar);
  static float draw_legend(const PaneFrame& frame, Rect area, const BreakdownBar& bar);

  float scroll_px_ = 0;
  float content_px_ = 0;
  std::optional<std::size_t> hovered_;  // the bar that the legend is about, as of the last frame
};

}  // namespace lanescope
