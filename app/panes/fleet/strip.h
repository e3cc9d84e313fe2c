// The strip between the steps and the wall: process groups × steps, by how long the members of a
// group waited for each other.
#pragma once

#include <optional>

#include "app/panes/fleet/cells.h"
#include "app/panes/fleet/frame.h"
#include "core/view/fleet/wall_grid.h"

namespace lanescope {

/// UI thread only.
class FleetStrip {
 public:
  /// Of the strip, in an area for it and the wall; 0 if there are no groups or there is no room.
  [[nodiscard]] static float height_px(const FleetFrame& frame, Rect area);
  /// `end_x` is the right end of the line below it.
  void draw(const FleetFrame& frame, Rect labels, Rect cells, float end_x);

 private:
  void draw_cells(const FleetFrame& frame, const GroupStrip& strip);
  void draw_selection(const FleetFrame& frame, const GroupStrip& strip) const;
  void handle_mouse(const FleetFrame& frame);
  void wheel(const FleetFrame& frame) const;
  void click(const FleetFrame& frame, const GroupStrip& strip) const;
  void draw_hover(const FleetFrame& frame, const GroupStrip& strip) const;
  /// The cells that are drawn as one under the mouse.
  [[nodiscard]] std::optional<WallBox> box_at_mouse(const FleetFrame& frame,
                                                    const GroupStrip& strip) const;
  static void draw_labels(const FleetFrame& frame, Rect labels);
  static void draw_legend(const FleetFrame& frame, Rect row, const WallGrid& grid);

  WallBlocks blocks_;
  Rect cells_;  // where the cells are
  bool on_cells_ = false;
  CellLevels levels_;
};

}  // namespace lanescope
