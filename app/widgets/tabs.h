// A row of frameless tabs; the selected one is raised.
#pragma once

#include <span>
#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

struct Tab {
  std::string_view title;  // also its name, after "tab."
  int badge = 0;           // a number after the title; 0: none
  bool alert = false;      // the badge needs attention
};

/// Tabs that do not fit are behind "More". If one of those is selected, it is shown next to "More",
/// and the other tabs do not move. Returns the selected tab, which is `chosen` unless another one
/// was clicked, and how far right the tabs reach.
struct TabRow {
  std::size_t chosen = 0;
  float end_x = 0;
};
TabRow tab_row(const Ui& ui, Rect row, std::span<const Tab> tabs, std::size_t chosen);

}  // namespace lanescope
