// The ranks of a run by their summaries, and the panes about them: the entire window below the top
// bar.
#pragma once

#include <functional>

#include "app/panes/fleet/bottom.h"
#include "app/panes/fleet/details.h"
#include "app/panes/fleet/wall.h"
#include "app/panes/pane/pressed_keys.h"
#include "app/shell/layout/layout.h"
#include "app/workspace/traces/open_ranks.h"

namespace lanescope {

/// UI thread only.
class FleetPanes {
 public:
  /// `wake` requests a frame, from any thread.
  FleetPanes(const FleetView& view, const std::function<void()>& wake) : bottom_(view, wake) {}

  [[nodiscard]] RanksTableTabs& tables() { return bottom_.tables(); }
  [[nodiscard]] bool dragging() const { return wall_.dragging(); }
  [[nodiscard]] float sentences_end_px() const { return wall_.sentences_end_px(); }
  /// Everything but the details.
  void draw(const Ui& ui, const RolePalette& palette, const Areas& areas, OpenRanks& ranks,
            PaneSizes& sizes);
  void draw_details(const FleetFrame& frame, Rect area) { details_.draw(frame, area); }

 private:
  FleetBottom bottom_;
  FleetWall wall_;
  FleetDetailsPane details_;
};

/// Zooms around what is under the mouse, if anything, else around the middle.
void move_by_keys(FleetView& view, const PressedKeys& keys, double delta_s);
/// Up and Down choose a rank, Left and Right its step once a cell is selected; Enter opens the
/// rank's trace.
void handle_fleet_keys(FleetView& view);

}  // namespace lanescope
