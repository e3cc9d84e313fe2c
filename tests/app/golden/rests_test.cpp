// What is told where the mouse rests, word for word and colour by colour.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what is told where the mouse rests is what it was") {
  GoldenScreens golden("mouse_rests");
  add_all(golden, {"workload.json"}, rest_on);
}

}  // namespace lanescope
