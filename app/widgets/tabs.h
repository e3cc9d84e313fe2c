// A row of tabs without frames; the chosen one is raised.
#pragma once

#include <span>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct Tab {
  std::string_view title;  // also its name, after "tab."
  int badge = 0;           // a number after the title; 0: none
  bool alert = false;      // the badge is something to look at
};

/// Those that do not fit are behind a "More"; one of them that is chosen stands beside it, and
/// nothing moves for that.
/// Returns the chosen tab, which is `chosen` unless another was clicked, and how far right the tabs
/// reach.
struct TabRow {
  std::size_t chosen = 0;
  float end_x = 0;
};
TabRow tab_row(const Ui& ui, Rect row, std::span<const Tab> tabs, std::size_t chosen);

}  // namespace lanescope
