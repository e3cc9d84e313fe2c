#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {

TEST_CASE("the mouse may rest anywhere in a row, also right of the last column") {
  SmallTraceWindow w;
  const std::vector<std::pair<std::string, std::string>> rows = {{"Selection", "row.kernel_a"},
                                                                 {"Kernels", "row.kernel_a"},
                                                                 {"Ops", "row.aten::op0"},
                                                                 {"Steps", "row.ProfilerStep#1"}};
  for (const auto& [tab, mark] : rows) {
    CAPTURE(tab);
    REQUIRE(w.ui.show_tab(tab));
    w.ui.settle();
    REQUIRE(w.ui.has_mark(mark));
    const Rect row = w.ui.mark(mark);
    for (float x = row.x0 + 1; x < row.x1; x += 7) w.ui.move({x, row.y0 + 4});
    CHECK(w.ui.has_mark(mark));
  }
}

TEST_CASE("the row of what was chosen is lit in each table") {
  SmallTraceWindow w;
  for (const std::string tab : {"Selection", "Kernels"}) {
    CAPTURE(tab);
    REQUIRE(w.ui.show_tab(tab));
    w.ui.view().selection.clear();
    w.ui.move({600, 20});
    w.ui.settle();
    const auto looks = [&] { return SeenScreen().colors(w.ui.mark("row.kernel_a")); };
    const std::string before = looks();
    w.ui.click("row.kernel_a");
    w.ui.move({600, 20});
    w.ui.settle();
    CHECK(looks() != before);
  }
}

TEST_CASE("names never stand alone: in a narrow window a figure stays beside them") {
  const TempFolder folder;
  UiDriver ui(1024, 700);
  ui.open(folder.write("small.json", small_trace_text()));
  REQUIRE(ui.show_tab("Launches"));
  ui.settle();
  REQUIRE(ui.has_mark("Kernel"));
  CHECK(ui.has_mark("Waited"));
}

}  // namespace lanescope
