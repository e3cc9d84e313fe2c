// A window with the wall of a made-up training.
#pragma once

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/view/fleet/made_wall.h"

namespace lanescope {

struct WallTest {
  explicit WallTest(const FleetPlan& plan = with_faults(FleetPlan()), ImVec2 size = {1600, 900})
      : ui(size.x, size.y) {
    write_summaries(folder, plan);
    ui.run(workspace::Open{folder.path()});
    ui.settle();
    ui.frames(2);
  }
  FleetView& view() {
    REQUIRE(ui.workspace().ranks() != nullptr);
    REQUIRE(ui.workspace().ranks()->fleet() != nullptr);
    return *ui.workspace().ranks()->fleet();
  }
  /// The middle of a cell, by rank number and step.
  ImVec2 cell(std::int64_t rank, std::size_t step) {
    const Rect wall = ui.mark("fleet.wall");
    const auto row = view().grid()->order.row_of[place_of(view().run(), rank)];
    const auto middle = [](const Viewport& axis, std::size_t at) {
      return static_cast<float>(
          axis.x_of(static_cast<Ns>(at) * FleetView::kUnits + FleetView::kUnits / 2));
    };
    return {wall.x0 + middle(view().steps, step), wall.y0 + middle(view().ranks, row)};
  }
  std::string seen(std::string_view mark) { return SeenScreen().page(ui.mark(mark)); }
  bool details_say(std::string_view words) {
    return seen("fleet.details").find(words) != std::string::npos;
  }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace lanescope
