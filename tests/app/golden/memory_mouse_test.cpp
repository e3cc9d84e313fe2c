// What the mouse finds in a trace with memory.
#include <doctest/doctest.h>

#include "tests/app/golden/golden_mouse.h"

namespace lanescope {

TEST_CASE("what the mouse finds in a trace with memory is what it was") {
  GoldenScreens golden("memory_mouse");
  add_all(golden, {"memory.json"}, rest_on);
  add_all(golden, {"memory.json"}, click_on);
}

}  // namespace lanescope
