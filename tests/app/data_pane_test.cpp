// The tables of operators, kernels, steps and modules, used as a hand uses them.
#include <doctest/doctest.h>

#include "app/shell/main_window.h"
#include "core/view/event_ref.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

struct Table {
  explicit Table(const char* tab) {
    ui.open(folder.write("small.json", small_trace_text()));
    REQUIRE(ui.window().show_tab(tab));
    ui.settle();
  }
  std::string selected() {
    const auto key = event_key(*ui.view().snapshot(), ui.view().selection.primary());
    return key ? key->name : "";
  }
  float top(const char* row) { return ui.mark(row).y0; }

  TempFolder folder;
  UiDriver ui;
};

TEST_CASE("a row of the operators leads to its longest call, a double click to the next one") {
  Table table("ops");
  UiDriver& ui = table.ui;
  ui.click("row.aten::op1");
  ui.settle();
  CHECK(table.selected() == "aten::op1");
  const EventId first = ui.view().selection.primary();
  const Rect row = ui.mark("row.aten::op1");
  ui.double_click({row.x0 + 60, row.y0 + 10});
  ui.settle();
  CHECK(table.selected() == "aten::op1");
  CHECK(ui.view().selection.primary() != first);
}

TEST_CASE("the filter leaves the rows that hold it, a head sorts by its column") {
  Table table("ops");
  UiDriver& ui = table.ui;
  REQUIRE(ui.has_mark("row.aten::op2"));
  ui.click("Operator");
  ui.settle();
  CHECK(table.top("row.aten::op0") < table.top("row.aten::op1"));
  ui.click("Operator");
  ui.settle();
  CHECK(table.top("row.aten::op0") > table.top("row.aten::op1"));
  ui.click("data.filter");
  ui.type("OP3");
  ui.settle();
  CHECK(ui.has_mark("row.aten::op3"));
  CHECK_FALSE(ui.has_mark("row.aten::op2"));
}

TEST_CASE("a table is copied as CSV with the columns that were chosen") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  ui.click("data.columns");
  ui.frames(2);
  ui.click("Std");
  ui.settle();
  ui.click("data.copy");
  ui.frames(2);
  ui.click("As CSV");
  ui.settle();
  const std::string csv = ImGui::GetClipboardText();
  CHECK(csv ==
        "Kernel,Role,Calls,Total (ns),Share (share),Mean (ns),Max (ns),Std (ns),Launched by\r\n"
        "kernel_a,compute,6,4200000,0.500000,700000,700000,0,aten::op0\r\n"
        "kernel_b,compute,3,2100000,0.250000,700000,700000,0,aten::op1\r\n"
        "kernel_c,compute,3,2100000,0.250000,700000,700000,0,aten::op2\r\n");
}

TEST_CASE("a selected range limits the tables to it") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  const std::string all(ui.window().trace()->bottom[ui.window().trace()->tab]->facts());
  CHECK(all == "3 names · 12 kernels · 8.400 ms");
  ui.view().selection.select_range({0, 9'000'000});
  ui.settle();
  const std::string some(ui.window().trace()->bottom[ui.window().trace()->tab]->facts());
  CHECK(some == "3 names · 4 kernels · 2.800 ms");
}

TEST_CASE("selecting in the timeline selects the row") {
  Table table("steps");
  UiDriver& ui = table.ui;
  ui.click("row.ProfilerStep#1");
  ui.settle();
  CHECK(table.selected() == "ProfilerStep#1");
}

}  // namespace
}  // namespace lanescope
