// What the mouse finds in two runs beside each other.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what the mouse finds in two runs is what it was") {
  GoldenScreens golden("two_runs_mouse");
  add_all(golden, {"workload.json", "training.json"}, rest_on);
  add_all(golden, {"workload.json", "training.json"}, click_on);
}

}  // namespace lanescope
