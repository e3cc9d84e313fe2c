// Choosing the theme in the View menu.
#include <doctest/doctest.h>

#include "app/shell/window/main_window.h"
#include "tests/app/ui_driver.h"

namespace lanescope {

TEST_CASE("the View menu has both themes") {
  UiDriver ui;
  ui.window().settings().theme = ThemeKind::Light;
  ui.frames(2);
  ui.click("View");
  const Rect row = ui.mark("Theme");
  ui.move({row.x0 + 40, (row.y0 + row.y1) / 2});
  REQUIRE(ui.frames_until([&] { return ui.has_mark("Dark theme"); }));
  ui.frames(3);  // the menu grows with its rows
  CHECK(ui.has_mark("Light theme"));
  ui.click("Dark theme");
  ui.frames(2);
  CHECK(ui.window().settings().theme == ThemeKind::Dark);
}

}  // namespace lanescope
