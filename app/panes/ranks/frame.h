// The context for drawing the panes of a run.
#pragma once

#include "app/panes/ranks/view.h"
#include "app/widgets/draw/ui.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct RanksFrame {
  const Ui& ui;
  const RolePalette& palette;
  RanksView& view;
};

}  // namespace lanescope
