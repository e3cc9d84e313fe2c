// The buttons at the bottom of dialogs have one order in all of them.
#include <doctest/doctest.h>

#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

struct DialogOfTwoButtons {
  const char *accept, *cancel;
  ImGuiKey key;
  int mods;
};

}  // namespace

TEST_CASE("what a dialog is for is at the right end, and Cancel to the left of it") {
  SmallTraceWindow w;
  UiDriver& ui = w.ui;
  ui.view().selection.select(ui.find("kernel_b"));  // to write a note on
  ui.settle();
  for (const auto& [accept, cancel, key, mods] :
       {DialogOfTwoButtons{"open.accept", "open.cancel", ImGuiKey_O, ImGuiMod_Ctrl},
        DialogOfTwoButtons{"record.start", "record.cancel", ImGuiKey_R, ImGuiMod_Ctrl},
        DialogOfTwoButtons{"mark.keep", "mark.cancel", ImGuiKey_M, ImGuiMod_Shift}}) {
    CAPTURE(accept);
    ui.key(key, mods);
    ui.frames(3);
    REQUIRE(ui.has_mark(accept));
    const Rect left = ui.mark(cancel), right = ui.mark(accept);
    CHECK(left.x1 <= right.x0);
    CHECK(right.x0 - left.x1 < 12);
    CHECK(left.y0 == right.y0);
    ui.click(cancel);
    ui.frames(3);
    REQUIRE_FALSE(ui.has_mark(accept));
  }
}

}  // namespace lanescope
