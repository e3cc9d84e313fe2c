// A line between two panes that can be dragged.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct SplitterMove {
  float delta_px = 0;  // since the last frame, along the axis
  bool moved = false;
  bool held = false;
  bool reset = false;  // double-clicked
};

/// `line` is the one-pixel line; the area to grab is a few pixels wider.
SplitterMove vertical_splitter(const Ui& ui, std::string_view id, Rect line);
SplitterMove horizontal_splitter(const Ui& ui, std::string_view id, Rect line);

}  // namespace lanescope
