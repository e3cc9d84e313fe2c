// The context for drawing the panes of a run that is known by its summaries.
#pragma once

#include "app/panes/fleet/view.h"
#include "app/widgets/draw/ui.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct FleetFrame {
  const Ui& ui;
  const RolePalette& palette;
  FleetView& view;
};

}  // namespace lanescope
