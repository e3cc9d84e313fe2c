// The time ruler over the lanes: ticks, the time under the mouse, the length of the selected range.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/panes/pane/pane.h"
#include "core/view/timeline/ruler.h"

namespace lanescope {

class RulerStrip {
 public:
  /// Makes the ticks of the current view; call before drawing.
  void refresh(const TraceView& view, float min_step_px);
  /// Ticks, the selected range with its length, the time under the mouse.
  void draw(const PaneFrame& frame, Rect strip) const;
  /// The major ticks as lines behind the lanes.
  void draw_grid(const PaneFrame& frame, Rect lanes) const;

 private:
  /// A box with words over the ruler; empty when there is nothing to say.
  struct Label {
    Rect box;
    std::string text;
    ImU32 fill = 0;
  };
  static Label make_label(const Ui& ui, Rect strip, double x_px, std::string text, ImU32 fill);
  static Label range_label(const PaneFrame& frame, Rect strip);
  static Label cursor_label(const PaneFrame& frame, Rect strip);
  /// Labels that would touch one of the boxes are left out.
  void draw_ticks(const Ui& ui, Rect strip, const std::array<Rect, 3>& taken) const;

  Ruler ruler_;
  TimeView view_;
  double width_px_ = 0;
  std::uint64_t generation_ = 0;
};

}  // namespace lanescope
