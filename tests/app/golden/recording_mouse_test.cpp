// What the mouse finds in a recording.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what the mouse finds in a recording is what it was") {
  GoldenScreens golden("recording_mouse");
  add_all(golden, {"recording.lanes"}, rest_on);
  add_all(golden, {"recording.lanes"}, click_on);
}

}  // namespace lanescope
