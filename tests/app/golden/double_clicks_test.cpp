// What a double click shows.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what a double click shows is what it was") {
  GoldenScreens golden("double_clicks");
  add_all(golden, {"memory.json"}, double_click_on);
}

}  // namespace lanescope
