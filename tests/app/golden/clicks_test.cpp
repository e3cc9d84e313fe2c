// What a click shows.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what a click shows is what it was") {
  GoldenScreens golden("clicks");
  add_all(golden, {"workload.json"}, click_on);
}

}  // namespace lanescope
