// What facts at the right end of a line lose where there is little room.
#include "app/widgets/facts.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/widgets/draw/text.h"
#include "tests/app/seen_screen.h"
#include "tests/app/shell/compare/two_loops_window.h"

namespace lanescope {

TEST_CASE("facts lose their last parts, then what their value is of, and no word is cut") {
  UiDriver ui(900, 700);
  const Face& face = ui.window().style().face.small;
  const auto fitting = [&face](std::string_view facts, std::string_view room_of) {
    return parts_that_fit(face, facts, text_width(face, room_of) + 0.5F);
  };
  const std::string facts = "Sum −5.018 ms per step · 78 rows · 2 hidden";
  CHECK(fitting(facts, facts) == facts);
  CHECK(parts_that_fit(face, facts, text_width(face, facts) - 1) ==
        "Sum −5.018 ms per step · 78 rows");
  CHECK(fitting(facts, "Sum −5.018 ms per step") == "Sum −5.018 ms per step");
  CHECK(fitting(facts, "Sum −5.018 ms per") == "Sum −5.018 ms");
  CHECK(fitting(facts, "Sum −5.018").empty());
  CHECK(fitting("peak 2.243 GiB at 27.323 ms · 2.645 GiB reserved at that point",
                "peak 2.243 GiB at 27") == "peak 2.243 GiB");
  CHECK(fitting("24 rules checked, 1 not applicable", "24 rules checked, 1") == "24 rules checked");
  // Without a number it would say nothing.
  CHECK(fitting("GPU time per step: 5 ms", "GPU time per").empty());
  CHECK(parts_that_fit(face, "", 1).empty());
  CHECK(parts_that_fit(face, facts, -20).empty());
}

TEST_CASE("beside the tabs of two runs the sum of what changed is whole or left out") {
  for (const float width_px : {700.0F, 900.0F, 1100.0F, 1300.0F, 1600.0F, 1920.0F}) {
    CAPTURE(width_px);
    TwoLoopsWindow two;
    ImGui::GetIO().DisplaySize = {width_px, 900};
    two.compare();
    REQUIRE(two.ui.show_tab("Compare"));
    two.ui.settle();
    two.ui.frames(2);
    const Rect tab = two.ui.mark("tab.Compare");
    const float end_x = two.ui.mark("compare.line").x1;
    const std::string seen = SeenScreen().page({tab.x1, tab.y0, end_x, tab.y1});
    CAPTURE(seen);
    CHECK(seen.find("…") == std::string::npos);
    CHECK((seen.find("Sum") == std::string::npos || seen.find("ms") != std::string::npos ||
           seen.find("µs") != std::string::npos));
  }
}

}  // namespace lanescope
