// Keys that move the view for as long as they are held.
#pragma once

#include "app/panes/pane/trace_view.h"

namespace lanescope {

struct PressedKeys {
  bool zoom_in = false, zoom_out = false, earlier = false, later = false, up = false, down = false;
  bool fast = false;

  [[nodiscard]] bool any() const { return zoom_in || zoom_out || earlier || later || up || down; }
};

/// Moves the view by what `delta_s` of holding does. Zooms at the time under the mouse where there
/// is one, else in the middle.
void move_by_keys(TraceView& view, const PressedKeys& keys, double delta_s);
/// The same of time alone; returns by how many pixels rows are to be scrolled down.
float move_by_keys(Viewport& viewport, const std::optional<Ns>& cursor_ns, const PressedKeys& keys,
                   double delta_s);

}  // namespace lanescope
