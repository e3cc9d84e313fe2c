// The context for drawing the panes of a run that is known by its summaries.
#pragma once

#include "app/panes/fleet/cells.h"
#include "app/panes/fleet/view.h"
#include "app/widgets/draw/ui.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct FleetFrame {
  const Ui& ui;
  const RolePalette& palette;
  FleetView& view;
};

/// The colors of two runs' difference.
inline ChangeInk change_ink(const FleetFrame& frame, const WallDifference& difference) {
  return {diff_palette(frame.palette), wall_palette(frame.palette), difference.more.scale.most};
}

}  // namespace lanescope
