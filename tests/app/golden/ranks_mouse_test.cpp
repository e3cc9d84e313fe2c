// What the mouse finds among ranks.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what the mouse finds among ranks is what it was") {
  GoldenScreens golden("ranks_mouse");
  add_all(golden, {"ranks"}, rest_on);
  add_all(golden, {"ranks"}, click_on);
}

}  // namespace lanescope
