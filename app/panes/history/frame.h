// The context for drawing the panes of a history.
#pragma once

#include "app/panes/history/view.h"
#include "app/widgets/draw/ui.h"
#include "core/view/colors/role_palette.h"

namespace lanescope {

struct HistoryFrame {
  const Ui& ui;
  const RolePalette& palette;
  HistoryView& view;
};

}  // namespace lanescope
