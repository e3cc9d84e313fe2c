// Keys that move the view while they are held.
#pragma once

#include "app/panes/pane/trace_view.h"

namespace lanescope {

struct PressedKeys {
  bool zoom_in = false, zoom_out = false, earlier = false, later = false, up = false, down = false;
  bool fast = false;

  [[nodiscard]] bool any() const { return zoom_in || zoom_out || earlier || later || up || down; }
};

/// Moves the view as for `delta_s` seconds of holding. Zooms around the time under the mouse, if
/// any, else around the middle.
void move_by_keys(TraceView& view, const PressedKeys& keys, double delta_s);
/// The same for the time only; returns by how many pixels to scroll down.
float move_by_keys(Viewport& viewport, const std::optional<Ns>& cursor_ns, const PressedKeys& keys,
                   double delta_s);

}  // namespace lanescope
