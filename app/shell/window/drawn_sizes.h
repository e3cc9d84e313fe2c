// The pane sizes that apply to what is open now.
#pragma once

#include "app/shell/layout/layout.h"
#include "app/workspace/workspace.h"

namespace lanescope {

/// Only two runs can be side by side.
inline PaneSizes drawn_sizes(PaneSizes sizes, const Workspace& workspace) {
  sizes.runs_beside = sizes.runs_beside && workspace.runs().open();
  return sizes;
}

}  // namespace lanescope
