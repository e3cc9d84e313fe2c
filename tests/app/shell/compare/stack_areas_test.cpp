// How the lanes of two runs share the room that there is.
#include "app/shell/compare/stack_areas.h"

#include <doctest/doctest.h>

#include "tests/app/shell/compare/two_loops_window.h"

namespace lanescope {

TEST_CASE("with room, each of two runs has a head, and a strip says what changed") {
  const StackAreas areas = share_out_stacks({0, 0, 900, 394}, false, 224, Style());
  CHECK(areas.with_names);
  CHECK_FALSE(areas.a.strip.empty());
  CHECK(areas.a.lanes.height() == areas.b.lanes.height());
  CHECK(areas.a.head.width() == 900);
}

TEST_CASE("with little height, both runs keep lanes below their rulers") {
  for (const bool beside : {false, true}) {
    for (const float height_px : {131.0F, 170.0F, 230.0F}) {
      CAPTURE(height_px);
      const Rect area{0, 40, 480, 40 + height_px};
      const StackAreas areas = share_out_stacks(area, beside, 224, Style());
      for (const StackAreas::Stack& stack : {areas.a, areas.b}) {
        CHECK(stack.lanes.height() >= 46);
        CHECK(stack.lanes.y1 <= area.y1);
        CHECK(stack.head.x0 >= area.x0);
        // A head is above its lanes, or on their left.
        CHECK((stack.head.y1 <= stack.lanes.y0 || stack.head.x1 <= stack.lanes.x0));
      }
      CHECK((areas.a.lanes.y1 <= areas.b.lanes.y0 || areas.a.lanes.x1 <= areas.b.lanes.x0));
    }
  }
}

TEST_CASE("two runs in a tiny window show lanes of both, and which is which") {
  TwoLoopsWindow two;
  ImGui::GetIO().DisplaySize = {480, 320};
  two.compare();
  for (const std::string run : {"", "b."}) CHECK(two.ui.mark(run + "lanes").height() >= 24);
  const Rect a = two.ui.mark("compare.head.A"), b = two.ui.mark("compare.head.B");
  CHECK(a.y1 <= b.y0);
  CHECK(a.x1 <= two.ui.mark("lanes").x0);
  CHECK(b.x1 <= two.ui.mark("b.lanes").x0);
}

}  // namespace lanescope
