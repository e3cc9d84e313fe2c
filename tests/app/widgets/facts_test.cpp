// What the words beside the tabs lose where there is little room.
#include "app/shell/window/tab_facts.h"

#include <string>

#include <doctest/doctest.h>

#include "app/widgets/draw/text.h"
#include "tests/app/ui_driver.h"

namespace lanescope {

TEST_CASE("facts beside the tabs lose their last parts, and keep their value") {
  UiDriver ui(900, 700);
  const Face& face = ui.window().style().face.small;
  const std::string facts = "Sum −5.018 ms per step · 78 rows · 2 hidden";
  const float whole_px = text_width(face, facts);
  CHECK(parts_that_fit(face, facts, whole_px) == facts);
  CHECK(parts_that_fit(face, facts, whole_px - 1) == "Sum −5.018 ms per step · 78 rows");
  CHECK(parts_that_fit(face, facts, text_width(face, "Sum −5.018 ms per step")) ==
        "Sum −5.018 ms per step");
  CHECK(parts_that_fit(face, facts, 1) == "Sum −5.018 ms per step");
  CHECK(parts_that_fit(face, "", 1).empty());
}

}  // namespace lanescope
