// What a right click offers.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what a right click offers is what it was") {
  GoldenScreens golden("right_clicks");
  add_all(golden, {"workload.json"}, right_click_on);
}

}  // namespace lanescope
