// The last line of a table: how many rows it has, sums, and what these are over.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

struct Table {
  explicit Table(const char* tab) {
    ui.open(folder.write("small.json", small_trace_text()));
    REQUIRE(ui.show_tab(tab));
    ui.settle();
  }
  ImVec2 in_row(const char* row, float x = 60) {
    const Rect rect = ui.mark(row);
    return {rect.x0 + x, (rect.y0 + rect.y1) / 2};
  }
  std::string footer() { return SeenScreen().page(ui.mark("table.footer")); }
  bool footer_has(std::string_view words) { return footer().find(words) != std::string::npos; }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace

TEST_CASE("the last line of a table counts rows and adds up what can be added") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  CHECK(table.footer_has("3 rows"));
  CHECK(table.footer_has("12"));        // calls
  CHECK(table.footer_has("8.400 ms"));  // their total
  CHECK(table.footer_has("100 %"));
  CHECK_FALSE(table.footer_has("700"));  // no sum of means
  ui.click("data.filter");
  ui.type("kernel_a");
  ui.settle();
  CHECK(table.footer_has("1 of 3 rows"));
  CHECK(table.footer_has("4.200 ms"));
}

TEST_CASE("a sum in the last line of a table says of which rows it is") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  const Rect title = ui.mark("Share"), footer = ui.mark("table.footer");
  ui.move({title.x1 - 4, (footer.y0 + footer.y1) / 2});
  ui.frames(3);
  const std::string screen = SeenScreen().page({0, 0, 4000, 4000});
  CHECK(screen.find("Sum over the 3 listed rows.") != std::string::npos);
}

TEST_CASE("the last line of a table is about the selected rows if there are several") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  ui.click(table.in_row("row.kernel_b"));
  ui.modifier(ImGuiMod_Ctrl, true);
  ui.click(table.in_row("row.kernel_c"));
  ui.modifier(ImGuiMod_Ctrl, false);
  ui.settle();
  CHECK(table.footer_has("2 selected"));
  CHECK(table.footer_has("4.200 ms"));
}

}  // namespace lanescope
