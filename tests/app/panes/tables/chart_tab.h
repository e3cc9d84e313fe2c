// A tab with a chart next to its table, showing a trace given by the test.
#pragma once

#include <string>

#include "tests/app/middle.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {

struct ChartTab {
  ChartTab(std::string_view title, const std::string& trace, ImVec2 size = {1600, 900})
      : ui(size.x, size.y) {
    ui.open(folder.write("small.json", trace));
    REQUIRE(ui.show_tab(title));
    ui.settle();
  }
  [[nodiscard]] std::string facts() { return std::string(ui.pane().facts()); }
  [[nodiscard]] std::string selected() { return name_of(ui.view(), ui.view().selection.primary()); }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace lanescope
