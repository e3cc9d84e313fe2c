#include <doctest/doctest.h>

#include "tests/app/small_trace_window.h"

namespace lanescope {

TEST_CASE("the mouse may rest anywhere in a row, also right of the last column") {
  SmallTraceWindow w;
  for (const std::string_view tab : {"Selection", "Ops", "Kernels", "Steps"}) {
    CAPTURE(tab);
    REQUIRE(w.ui.window().show_tab(tab));
    w.ui.settle();
    if (!w.ui.has_mark("row.kernel_a")) continue;
    const Rect row = w.ui.mark("row.kernel_a");
    for (float x = row.x0 + 1; x < row.x1; x += 7) w.ui.move({x, row.y0 + 4});
    CHECK(w.ui.has_mark("row.kernel_a"));
  }
}

TEST_CASE("names never stand alone: in a narrow window a figure stays beside them") {
  const TempFolder folder;
  UiDriver ui(1024, 700);
  ui.open(folder.write("small.json", small_trace_text()));
  REQUIRE(ui.window().show_tab("Launches"));
  ui.settle();
  REQUIRE(ui.has_mark("Kernel"));
  CHECK(ui.has_mark("Waited"));
}

}  // namespace lanescope
