#include "app/shell/window/status_line.h"

#include <doctest/doctest.h>

#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

TEST_CASE("the status line keeps its parts apart and inside the window, however narrow") {
  const TempFolder folder;
  const std::string path = folder.write(std::string(120, 'n') + ".json", small_trace_text());
  for (const float width : {700.0F, 1280.0F, 1600.0F}) {
    CAPTURE(width);
    UiDriver ui(width, 720);
    ui.open(path);
    ui.view().go_to(ui.find("aten::op1"));
    ui.view().selection.select_range({0, 9'000'000});
    ui.settle();
    REQUIRE(ui.has_mark("status.selected"));
    const Rect selected = ui.mark("status.selected");
    CHECK(selected.x1 < width);
    if (ui.has_mark("status.trace")) {
      CHECK(ui.mark("status.trace").x1 < selected.x0);
    }
    if (ui.has_mark("status.view")) {
      CHECK(ui.mark("status.view").x0 > selected.x1);
    }
  }
}

TEST_CASE("the status line names the trace and what is in view") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("run.json", small_trace_text()));
  CHECK(ui.has_mark("status.trace"));
  CHECK(ui.has_mark("status.view"));
  CHECK_FALSE(ui.has_mark("status.selected"));
}

}  // namespace
}  // namespace lanescope
