// The tables of operators, kernels, steps and modules, used as a hand uses them.
#include <algorithm>

#include <doctest/doctest.h>

#include "app/shell/window/main_window.h"
#include "core/view/events/event_ref.h"
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
  std::string selected() {
    const auto key = event_key(*ui.view().snapshot(), ui.view().selection.primary());
    return key ? key->name : "";
  }
  float top(const char* row) { return ui.mark(row).y0; }
  ImVec2 middle(const char* row) {
    const Rect rect = ui.mark(row);
    return {rect.x0 + 60, (rect.y0 + rect.y1) / 2};
  }
  std::string facts() { return std::string(ui.pane().facts()); }
  static std::ptrdiff_t clipboard_lines() {
    return std::ranges::count(std::string_view(ImGui::GetClipboardText()), '\n');
  }

  TempFolder folder;
  UiDriver ui;
};

TEST_CASE("a row of the operators leads to its longest call, and a double click zooms to that") {
  Table table("ops");
  UiDriver& ui = table.ui;
  ui.click("row.aten::op1");
  ui.settle();
  CHECK(table.selected() == "aten::op1");
  const EventId first = ui.view().selection.primary();
  const Rect row = ui.mark("row.aten::op1");
  const auto length_in_view = [&] { return ui.view().viewport.range().length_ns(); };
  const Ns before_ns = length_in_view();
  ui.double_click({row.x0 + 60, row.y0 + 10});
  ui.settle();
  CHECK(ui.view().selection.primary() == first);
  CHECK(length_in_view() < before_ns);
  CHECK(ui.view().viewport.range().begin_ns <= ui.view().range_of(first)->begin_ns);
  CHECK(ui.view().viewport.range().end_ns >= ui.view().range_of(first)->end_ns);
}

TEST_CASE("the menu of columns opens below its button") {
  Table table("Kernels");
  UiDriver& ui = table.ui;
  ui.key(ImGuiKey_Q, ImGuiMod_Shift);  // in the upper half of the window
  ui.settle();
  const Rect button = ui.mark("data.columns");
  REQUIRE(button.y1 < 200);
  ui.click("data.columns");
  ui.frames(3);
  // Shown in the menu only; six others are above.
  const float first_y = ui.mark("Median").y0 - 6 * (ui.mark("Min").y0 - ui.mark("Median").y0);
  CHECK(first_y >= button.y1);
  CHECK(first_y < button.y1 + 40);
}

TEST_CASE("kernels by name and by short name tell what they have rows for") {
  Table table("Kernels");
  UiDriver& ui = table.ui;
  const auto hint_of = [&](const char* way) {
    const Rect button = ui.mark(way);
    ui.move({(button.x0 + button.x1) / 2, (button.y0 + button.y1) / 2});
    ui.frames(60);
    return SeenScreen().page({0, 0, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y});
  };
  CHECK(hint_of("way.By name").find("stay apart") != std::string::npos);
  CHECK(hint_of("way.By short name").find("added up") != std::string::npos);
  CHECK(hint_of("way.By stream").find("One row per") == std::string::npos);
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
  CHECK(table.facts() == "12 kernels · 8.400 ms · the steps");
  ui.view().selection.select_range({0, 9'000'000});
  ui.settle();
  CHECK(table.facts() == "4 kernels · 2.800 ms · the range");
}

TEST_CASE("each table sorts by a click on a head, and a third click brings its own order back") {
  for (const auto& [tab, head] :
       {std::pair{"ops", "Operator"}, std::pair{"kernels", "Kernel"}, std::pair{"steps", "Step"}}) {
    CAPTURE(tab);
    Table table(tab);
    UiDriver& ui = table.ui;
    const bool steps = std::string_view(tab) == "steps";
    const char* low = steps                            ? "row.ProfilerStep#0"
                      : std::string_view(tab) == "ops" ? "row.aten::op0"
                                                       : "row.kernel_a";
    const char* high = steps                            ? "row.ProfilerStep#1"
                       : std::string_view(tab) == "ops" ? "row.aten::op1"
                                                        : "row.kernel_b";
    const bool natural = table.top(low) < table.top(high);
    ui.click(head);
    ui.settle();
    CHECK(table.top(low) < table.top(high));
    ui.click(head);
    ui.settle();
    CHECK(table.top(low) > table.top(high));
    ui.click(head);
    ui.settle();
    CHECK((table.top(low) < table.top(high)) == natural);
  }
}

TEST_CASE("a filter compares columns, and a wrong one is told while all rows are listed") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  ui.click("data.filter");
  ui.type("calls>3");
  ui.settle();
  CHECK(ui.has_mark("row.kernel_a"));
  CHECK_FALSE(ui.has_mark("row.kernel_b"));
  CHECK_FALSE(ui.has_mark("data.problem"));
  ui.type(" /(");
  ui.settle();
  CHECK(ui.has_mark("data.problem"));
  CHECK(ui.has_mark("row.kernel_a"));
  CHECK(ui.has_mark("row.kernel_b"));
  CHECK(SeenScreen().page(ui.mark("table.footer")).find("3 rows") != std::string::npos);
}

TEST_CASE("what is selected on the timeline is lit in the table and scrolled to") {
  Table table("steps");
  UiDriver& ui = table.ui;
  ui.view().selection.select(ui.find("ProfilerStep#2"));
  ui.settle();
  ui.click(table.middle("row.ProfilerStep#0"));  // so that the keys are the table's
  ui.view().selection.select(ui.find("ProfilerStep#1"));
  ui.settle();
  ui.key(ImGuiKey_C, ImGuiMod_Ctrl);
  ui.settle();
  CHECK(std::string(ImGui::GetClipboardText()).find("ProfilerStep#1,") != std::string::npos);
  CHECK(std::string(ImGui::GetClipboardText()).find("ProfilerStep#0,") == std::string::npos);
}

TEST_CASE("Ctrl+C copies the picked rows, with Ctrl and Shift more than one, and says so") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  ui.click(table.middle("row.kernel_c"));
  ui.modifier(ImGuiMod_Ctrl, true);
  ui.click(table.middle("row.kernel_a"));
  ui.modifier(ImGuiMod_Ctrl, false);
  ui.key(ImGuiKey_C, ImGuiMod_Ctrl);
  ui.settle();
  CHECK(table.clipboard_lines() == 3);
  CHECK(ui.has_mark("copied"));
  ui.frames(200);
  CHECK_FALSE(ui.has_mark("copied"));
  ui.modifier(ImGuiMod_Shift, true);
  ui.click(table.middle("row.kernel_b"));
  ui.modifier(ImGuiMod_Shift, false);
  ui.key(ImGuiKey_C, ImGuiMod_Ctrl);
  ui.settle();
  CHECK(ui.has_mark("copied"));
  CHECK(std::string(ImGui::GetClipboardText()).find("kernel_b,") != std::string::npos);
}

TEST_CASE("arrows walk the rows, Enter the instances of one") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  ui.click(table.middle("row.kernel_a"));
  ui.settle();
  const EventId first = ui.view().selection.primary();
  ui.key(ImGuiKey_Enter);
  ui.settle();
  CHECK(table.selected() == "kernel_a");
  CHECK(ui.view().selection.primary() != first);
  ui.key(ImGuiKey_Enter, ImGuiMod_Shift);
  ui.settle();
  CHECK(ui.view().selection.primary() == first);
  ui.key(ImGuiKey_DownArrow);
  ui.settle();
  CHECK(table.selected() == "kernel_b");
  ui.key(ImGuiKey_UpArrow);
  ui.settle();
  CHECK(table.selected() == "kernel_a");
}

TEST_CASE("a double click on a step zooms to it") {
  Table table("steps");
  UiDriver& ui = table.ui;
  ui.double_click(table.middle("row.ProfilerStep#1"));
  ui.settle();
  const TimeRange view = ui.view().viewport.range();
  CHECK(view.begin_ns > 8'000'000);
  CHECK(view.end_ns < 21'000'000);
}

TEST_CASE("steps tell their mean, median and spread, and other tables leave the warm-up out") {
  TempFolder folder;
  std::string text = small_trace_text({8});
  text.replace(text.find("cudaLaunchKernel"), 16, "cudaMalloc");
  const std::string_view dur = R"("dur": 9000)";  // so that the last one is as long as the others
  for (auto at = text.find(dur); at != std::string::npos; at = text.find(dur, at)) {
    text.replace(at, dur.size(), R"("dur": 10000)");
  }
  UiDriver ui;
  ui.open(folder.write("steps.json", text));
  const auto facts_of = [&ui](const char* tab) {
    REQUIRE(ui.show_tab(tab));
    ui.settle();
    return std::string(ui.pane().facts());
  };
  CHECK(facts_of("steps") == "median 10.00 ms · mean 10.00 ms · CV 0 % · excluding 1 warm-up step");
  CHECK_FALSE(ui.has_mark("data.warm_up"));
  CHECK(facts_of("kernels") == "28 kernels · 19.60 ms · excluding 1 warm-up step");
  ui.click("data.warm_up");
  CHECK(facts_of("kernels") == "32 kernels · 22.40 ms · the whole trace");
}

}  // namespace
}  // namespace lanescope
