// What a hand does with a table besides sorting it: menus, widths of columns, folding.
#include <algorithm>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/window/main_window.h"
#include "core/view/events/event_ref.h"
#include "tests/app/golden/golden_screens.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/trace_text.h"

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
  void right_click(ImVec2 at) {
    ui.click(at, ImGuiMouseButton_Right);
    ui.frames(2);
  }
  void choose(const char* item) {
    REQUIRE(ui.has_mark(item));
    ui.click(item);
    ui.settle();
  }
  std::string footer() { return SeenScreen().page(ui.mark("table.footer")); }
  bool footer_has(std::string_view words) { return footer().find(words) != std::string::npos; }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace

TEST_CASE("a click on a row says which of its events it went to, and how to go on") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  ui.click(table.in_row("row.kernel_a"));
  ui.settle();
  CHECK(table.footer_has("longest of 6"));
  ui.key(ImGuiKey_Enter);
  ui.settle();
  CHECK(table.footer_has("one of 6"));
}

TEST_CASE("a row's menu filters, searches and copies") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  const Rect total = ui.mark("Total");
  const Rect row = ui.mark("row.kernel_a");
  table.right_click({total.x1 - 5, (row.y0 + row.y1) / 2});
  table.choose("Copy 4,200,000 ns");
  CHECK(std::string(ImGui::GetClipboardText()) == "4200000");
  table.right_click(table.in_row("row.kernel_b"));
  table.choose("Copy name");
  CHECK(std::string(ImGui::GetClipboardText()) == "kernel_b");
  table.right_click(table.in_row("row.kernel_b"));
  table.choose("Find all in lanes");
  CHECK(ui.view().search.text == "\"kernel_b\"");
  REQUIRE(ui.view().search.matches() != nullptr);
  CHECK(ui.view().search.matches()->events().size() == 3);
  table.right_click(table.in_row("row.kernel_b"));
  table.choose("Filter to this name");
  CHECK(table.footer_has("1 of 3 rows"));
  CHECK_FALSE(ui.has_mark("row.kernel_a"));
}

TEST_CASE("a title's menu sorts and hides its column") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  table.right_click({ui.mark("Kernel").x0 + 10, ui.mark("Kernel").y0 + 10});
  table.choose("Sort descending");
  CHECK(ui.mark("row.kernel_c").y0 < ui.mark("row.kernel_a").y0);
  table.right_click({ui.mark("Total").x1 - 10, ui.mark("Total").y0 + 10});
  table.choose("Original order");
  CHECK(ui.mark("row.kernel_c").y0 > ui.mark("row.kernel_a").y0);
  table.right_click({ui.mark("Total").x1 - 10, ui.mark("Total").y0 + 10});
  table.choose("Hide column");
  CHECK_FALSE(ui.has_mark("Total"));
  CHECK(ui.has_mark("Calls"));
}

TEST_CASE("the edges of columns are dragged, and a double click fits them") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  const Rect calls = ui.mark("Calls"), role = ui.mark("Role");
  const Rect edge = ui.mark("edge.Role");  // between Role and Calls
  const ImVec2 grip{(edge.x0 + edge.x1) / 2, (edge.y0 + edge.y1) / 2};
  ui.drag(grip, {grip.x + 20, grip.y});
  ui.settle();
  CHECK(ui.mark("Role").width() == doctest::Approx(role.width() + 20).epsilon(0.1));
  CHECK(ui.mark("Calls").width() == doctest::Approx(calls.width() - 20).epsilon(0.1));
  const Rect moved = ui.mark("edge.Role");
  ImGui::GetIO().MouseDoubleClickTime = 0.3F;
  ui.double_click({(moved.x0 + moved.x1) / 2, grip.y});
  ui.settle();
  CHECK(ui.mark("Role").width() < role.width());
  CHECK(ui.mark("Role").width() > 30);
}

TEST_CASE("a drag leaves a column room for its longest number and its title") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  const Rect calls = ui.mark("Calls"), total = ui.mark("Total");
  const Rect edge = ui.mark("edge.Calls");  // between Calls and Total
  const ImVec2 grip{(edge.x0 + edge.x1) / 2, (edge.y0 + edge.y1) / 2};
  ui.drag(grip, {grip.x + 300, grip.y});
  ui.settle();
  CHECK(ui.mark("Total").width() < total.width());
  CHECK(ui.mark("Calls").width() == doctest::Approx(calls.width() + 300).epsilon(0.05));
  CHECK(table.footer_has("8.400 ms"));
  const Rect moved = ui.mark("edge.Calls");
  ui.drag({(moved.x0 + moved.x1) / 2, grip.y}, {calls.x0 - 300, grip.y});
  ui.settle();
  CHECK(ui.mark("Calls").width() >= 36);
  CHECK(table.footer_has("12"));
}

TEST_CASE("a drag widens the names by what the hand gives, and no other column joins") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  const auto titles = [&] {
    std::set<std::string> found;
    for (const char* title :
         {"Role", "Calls", "Total", "Share", "Mean", "Max", "Est. occupancy", "Launched by"}) {
      if (ui.has_mark(title)) found.insert(title);
    }
    return found;
  };
  const std::set<std::string> before = titles();
  const float usual_px = ui.mark("Kernel").width();
  const Rect edge = ui.mark("edge.Kernel");
  const ImVec2 grip{(edge.x0 + edge.x1) / 2, (edge.y0 + edge.y1) / 2};
  for (const float by_px : {60.0F, 100.0F, 200.0F}) {
    CAPTURE(by_px);
    ui.drag(grip, {grip.x + by_px, grip.y});
    ui.settle();
    CHECK(ui.mark("Kernel").width() == doctest::Approx(usual_px + by_px).epsilon(0.02));
    CHECK(std::ranges::includes(before, titles()));
    CHECK(ui.has_mark("Role"));
    ui.drag({grip.x + by_px, grip.y}, grip);
    ui.settle();
    CHECK(ui.mark("Kernel").width() == doctest::Approx(usual_px).epsilon(0.02));
    CHECK(std::ranges::includes(before, titles()));
  }
  const Rect last = ui.mark("edge.Kernel");
  ImGui::GetIO().MouseDoubleClickTime = 0.3F;
  ui.double_click({(last.x0 + last.x1) / 2, grip.y});
  ui.settle();
  CHECK(titles() == before);
  CHECK(ui.mark("Kernel").width() == doctest::Approx(usual_px));
}

TEST_CASE("the edge of the names is also taken at the start of the next title") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  const float usual_px = ui.mark("Kernel").width();
  const Rect role = ui.mark("Role");
  const float y = (role.y0 + role.y1) / 2;
  ui.drag({role.x0 + 2, y}, {role.x0 + 42, y});
  ui.settle();
  CHECK(ui.mark("Kernel").width() == doctest::Approx(usual_px + 40).epsilon(0.02));
}

TEST_CASE("the last line of a selection counts its rows and adds up GPU work") {
  Table table("selection");
  CHECK(table.footer_has("3 rows"));
  CHECK(table.footer_has("12"));
  CHECK(table.footer_has("8.400 ms"));
  table.ui.click("kind.all");
  table.ui.settle();
  CHECK_FALSE(table.footer_has("ms"));
}

TEST_CASE("widths and hidden columns are there at the next start, until they are reset") {
  const TempFolder folder;
  const std::string trace = folder.write("small.json", small_trace_text());
  const std::string settings = folder.path() + "/settings.json";
  const auto open = [&](UiDriver& ui) {
    ui.open(trace);
    REQUIRE(ui.show_tab("Kernels"));
    ui.settle();
  };
  const auto choose = [](UiDriver& ui, const char* title, const char* item) {
    ui.click({ui.mark(title).x1 - 10, ui.mark(title).y0 + 10}, ImGuiMouseButton_Right);
    ui.frames(2);
    REQUIRE(ui.has_mark(item));
    ui.click(item);
    ui.settle();
  };
  float usual_px = 0, wide_px = 0;
  {
    UiDriver ui(1600, 900, settings);
    open(ui);
    usual_px = ui.mark("Role").width();
    const Rect edge = ui.mark("edge.Role");
    const ImVec2 grip{(edge.x0 + edge.x1) / 2, (edge.y0 + edge.y1) / 2};
    ui.drag(grip, {grip.x + 30, grip.y});
    ui.settle();
    wide_px = ui.mark("Role").width();
    REQUIRE(wide_px > usual_px + 20);
    choose(ui, "Total", "Hide column");
    REQUIRE_FALSE(ui.has_mark("Total"));
  }
  UiDriver ui(1600, 900, settings);
  open(ui);
  CHECK(ui.mark("Role").width() == doctest::Approx(wide_px));
  CHECK_FALSE(ui.has_mark("Total"));
  choose(ui, "Calls", "Reset columns");
  CHECK(ui.mark("Role").width() == doctest::Approx(usual_px));
  CHECK(ui.has_mark("Total"));
  CHECK(ui.window().settings().tables.of("Kernels").empty());
}

TEST_CASE("a column that was asked for is there only for traces that have something for it") {
  TraceText bare;  // no operator launches its kernel
  bare.kernel("gemm", "10", "20", "1");
  const TempFolder folder;
  UiDriver ui;
  // As chosen with a trace for which it was not usual.
  ui.window().settings().tables.of("Kernels").shown = {{"Launched by", true}, {"Median", true}};
  const auto open = [&](const std::string& text) {
    ui.open(folder.write("trace.json", text));
    REQUIRE(ui.show_tab("Kernels"));
    ui.settle();
  };
  open(bare.text());
  CHECK(ui.has_mark("Median"));
  CHECK_FALSE(ui.has_mark("Launched by"));
  ui.click("data.columns");
  ui.frames(2);
  REQUIRE(ui.has_mark("Launched by"));
  ui.click("Launched by");
  ui.key(ImGuiKey_Escape);
  ui.settle();
  CHECK_FALSE(ui.has_mark("Launched by"));
  open(small_trace_text());
  CHECK(ui.has_mark("Median"));
  CHECK(ui.has_mark("Launched by"));
}

TEST_CASE("the arrow of the natural order is there from the start, and a click turns it") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  CHECK(ui.mark("row.kernel_a").y0 < ui.mark("row.kernel_c").y0);
  ui.click("Total");
  ui.settle();
  CHECK(ui.mark("row.kernel_a").y0 > ui.mark("row.kernel_c").y0);
  ui.click("Total");
  ui.settle();
  CHECK(ui.mark("row.kernel_a").y0 < ui.mark("row.kernel_c").y0);
}

TEST_CASE("modules fold, by the arrow, by keys and all at once") {
  UiDriver ui;
  ui.open(trace_path("workload.json"));
  REQUIRE(ui.show_tab("Modules"));
  ui.settle();
  const auto rows = [&] { return SeenScreen().page(ui.mark("table.footer")); };
  const std::string all = rows();
  const Rect first = ui.mark("Module");
  const ImVec2 on_arrow{first.x0 + 4, first.y1 + 12};
  ui.click(on_arrow);
  ui.settle();
  CHECK(rows() != all);
  ui.click(on_arrow);
  ui.settle();
  CHECK(rows() == all);
  ui.click({first.x0 + 80, first.y1 + 12});
  ui.settle();
  ui.key(ImGuiKey_LeftArrow);
  ui.settle();
  CHECK(rows() != all);
  ui.key(ImGuiKey_RightArrow);
  ui.settle();
  ui.click({first.x0 + 80, first.y1 + 12}, ImGuiMouseButton_Right);
  ui.frames(2);
  REQUIRE(ui.has_mark("Fold all"));
  ui.click("Fold all");
  ui.settle();
  CHECK(rows() != all);
}

TEST_CASE("a wrong column in a filter is told of with those that there are") {
  Table table("kernels");
  UiDriver& ui = table.ui;
  ui.click("data.filter");
  ui.type("nothing>3");
  ui.settle();
  REQUIRE(ui.has_mark("data.problem"));
  const std::string problem = SeenScreen().page(all_panes());
  CHECK(problem.find("columns with numbers") != std::string::npos);
}

}  // namespace lanescope
