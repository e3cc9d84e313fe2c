// How the window's parts share its room: the details in a narrow window, and the maximized bottom.
#include <cstdlib>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/seen_screen.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

struct SizedWindow {
  SizedWindow(float width_px, float height_px, const std::string& settings = {})
      : ui(width_px, height_px, settings) {
    ui.open(folder.write("a trace with quite a long name of its own.json", small_trace_text({})));
  }
  void select(const char* name) {
    ui.view().selection.select(ui.find(name));
    ui.settle();
    ui.frames(30);  // until the details take the mouse
  }
  TempFolder folder;
  UiDriver ui;
};

EventId last_of(UiDriver& ui, std::string_view name) {
  const Snapshot& trace = *ui.view().drawn();
  EventId last = EventId::None;
  for (std::uint32_t i = 0; i < trace.slice_count; ++i) {
    const auto slice = trace.find_slice(EventId{i});
    if (slice && trace.text(slice->chunk->name[slice->slice]) == name) last = EventId{i};
  }
  return last;
}

bool maximized(UiDriver& ui) {
  return !ui.has_mark("lanes") && ui.mark("tab.Ops").y0 < 100;
}

}  // namespace

TEST_CASE("in a wide window the details are beside the lanes, selected or not") {
  SizedWindow window(1600, 900);
  const float lanes_px = window.ui.mark("lanes").width();
  CHECK(window.ui.mark("lanes").x1 < 1300);
  window.select("kernel_a");
  CHECK(window.ui.mark("lanes").width() == lanes_px);
  CHECK_FALSE(window.ui.has_mark("details.drawer"));
}

TEST_CASE("in a narrow window the details take no room until something is selected") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  const Rect lanes = ui.mark("lanes");
  CHECK(lanes.x1 > 880);
  CHECK_FALSE(ui.has_mark("details.drawer"));
  window.select("kernel_a");
  CHECK(ui.mark("lanes").x1 == lanes.x1);
  const Rect drawer = ui.mark("details.drawer");
  CHECK(drawer.x0 > 900 * 0.59F);
  CHECK(drawer.y1 <= ui.mark("tab.Ops").y0);
}

TEST_CASE("the details of a narrow window can be read above a tall bottom pane too") {
  SizedWindow window(900, 700);
  window.ui.window().settings().panes.bottom_px = 600;
  window.ui.frames(2);
  window.select("kernel_a");
  const Rect drawer = window.ui.mark("details.drawer");
  CHECK(drawer.height() >= 250);
  CHECK(drawer.y1 <= 700 - 22);
}

TEST_CASE("a table that is maximized in a narrow window leaves the details their room") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  REQUIRE(ui.show_tab("Kernels"));
  ui.key(ImGuiKey_Q, ImGuiMod_Shift);
  ui.settle();
  REQUIRE(maximized(ui));
  CHECK(ui.mark("row.kernel_a").x1 > 860);
  window.select("kernel_a");
  const Rect drawer = ui.mark("details.drawer");
  CHECK(ui.mark("row.kernel_a").x1 <= drawer.x0);
  CHECK(drawer.y0 >= ui.mark("tab.Kernels").y1);
  ui.key(ImGuiKey_Escape);
  ui.frames(2);
  CHECK(ui.mark("row.kernel_a").x1 > 860);
}

TEST_CASE("the details of a narrow window cover neither of two runs side by side") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  ui.window().settings().panes.runs_beside = true;
  window.select("kernel_a");
  CHECK(ui.mark("details.drawer").y0 < ui.mark("lanes").y1);  // it is alone yet
  ui.run(workspace::Compare{window.folder.write("b.json", small_trace_text({.steps = 4}))});
  ui.settle();
  REQUIRE(ui.has_mark("b.lanes"));
  window.select("kernel_b");
  const Rect drawer = ui.mark("details.drawer");
  CHECK(drawer.y0 >= ui.mark("lanes").y1);
  CHECK(drawer.y0 >= ui.mark("b.lanes").y1);
  CHECK(drawer.height() > 120);
}

TEST_CASE("a slice that is clicked where the details open comes out beside them") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  const EventId kernel = last_of(ui, "kernel_a");
  const TimeRange range = *ui.view().range_of(kernel);
  const Ns shown_ns = range.length_ns() * 12;
  const Ns begin_ns = range.begin_ns - shown_ns * 4 / 5;
  ui.view().viewport.show({begin_ns, begin_ns + shown_ns});
  ui.view().reveal_lane_of(kernel);
  ui.settle();
  const ImVec2 at = ui.place_of(kernel);
  ui.click(at);
  REQUIRE(ui.view().selection.primary() == kernel);
  ui.settle();
  REQUIRE(ui.has_mark("details.drawer"));
  const Rect drawer = ui.mark("details.drawer");
  REQUIRE(at.x > drawer.x0);
  CHECK(ui.frames_until([&] { return ui.place_of(kernel).x < drawer.x0; }));
  ui.settle();
  CHECK(std::abs(ui.view().viewport.range().length_ns() - shown_ns) < shown_ns / 100);
  CHECK(ui.place_of(kernel).x > ui.mark("lanes").x0);
}

TEST_CASE("beside its details in a narrow window, what was clicked has no tooltip over the tabs") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  const EventId kernel = ui.find("kernel_a");
  const TimeRange range = *ui.view().range_of(kernel);
  ui.view().viewport.show(
      {range.begin_ns - range.length_ns(), range.end_ns + 9 * range.length_ns()});
  ui.view().reveal_lane_of(kernel);
  ui.settle();
  const auto told = [&] {
    ui.frames(40);
    return SeenScreen().page({0, 78, 540, 700}).find("Category") != std::string::npos;
  };
  ui.move(ui.place_of(kernel));
  CHECK(told());
  ui.click(ui.place_of(kernel));
  ui.settle();
  REQUIRE(ui.has_mark("details.drawer"));
  CHECK_FALSE(told());
}

TEST_CASE("the details of a narrow window close with Esc and the cross until the next selection") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  window.select("kernel_a");
  ui.key(ImGuiKey_Escape);
  ui.frame();
  CHECK_FALSE(ui.has_mark("details.drawer"));
  CHECK(ui.view().selection.primary() != EventId::None);
  window.select("kernel_b");
  CHECK(ui.has_mark("details.drawer"));
  ui.click("details.close");
  ui.frame();
  CHECK_FALSE(ui.has_mark("details.drawer"));
  window.select("kernel_b");
  CHECK(ui.has_mark("details.drawer"));
  ui.key(ImGuiKey_Escape);
  ui.key(ImGuiKey_Escape);
  CHECK(ui.view().selection.empty());
}

TEST_CASE("the command opens the details of a narrow window, and hides them for good") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  ui.key(ImGuiKey_I);
  ui.settle();
  CHECK(ui.has_mark("details.drawer"));
  CHECK(ui.has_mark("highlight.Top kernel"));
  ui.key(ImGuiKey_I);
  CHECK_FALSE(ui.window().settings().panes.details_shown);
  window.select("kernel_a");
  CHECK_FALSE(ui.has_mark("details.drawer"));
  ui.key(ImGuiKey_I);
  ui.frame();
  CHECK(ui.has_mark("details.drawer"));
}

TEST_CASE("the mouse on the details of a narrow window does not reach the lanes below") {
  SizedWindow window(900, 700);
  UiDriver& ui = window.ui;
  window.select("kernel_a");
  const Rect drawer = ui.mark("details.drawer");
  const EventId selected = ui.view().selection.primary();
  const ImVec2 at{drawer.x0 + 8, (drawer.y0 + drawer.y1) / 2};
  const TimeRange before = ui.view().viewport.range();
  ui.click(at);
  ui.wheel(3);
  ui.settle();
  CHECK(ui.view().selection.primary() == selected);
  CHECK(ui.view().viewport.range().length_ns() == before.length_ns());
}

TEST_CASE("the bottom tabs take the whole height and give it back") {
  SizedWindow window(1600, 900);
  UiDriver& ui = window.ui;
  const float lanes_px = ui.mark("lanes").height();
  const auto restored = [&] {
    ui.frame();
    return ui.has_mark("lanes") && ui.mark("lanes").height() == lanes_px;
  };
  SUBCASE("with the key") {
    ui.key(ImGuiKey_Q, ImGuiMod_Shift);
    CHECK(maximized(ui));
    ui.key(ImGuiKey_Q, ImGuiMod_Shift);
  }
  SUBCASE("with the button that they have meanwhile") {
    CHECK_FALSE(ui.has_mark("bottom.restore"));
    ui.key(ImGuiKey_Q, ImGuiMod_Shift);
    ui.frame();
    CHECK(maximized(ui));
    ui.click("bottom.restore");
  }
  SUBCASE("with a double click on their edge") {
    const Rect line = ui.mark("split.bottom");
    ui.double_click({400, (line.y0 + line.y1) / 2});
    ui.frame();
    CHECK(maximized(ui));
    ui.frames(40);
    const Rect top = ui.mark("split.bottom");
    ui.double_click({400, (top.y0 + top.y1) / 2});
  }
  SUBCASE("with a double click beside the tabs") {
    const auto beside = [&] {
      const Rect choice = ui.mark("window.choice");
      return ImVec2{choice.x0 - 20, choice.y1};
    };
    ui.double_click(beside());
    ui.frame();
    CHECK(maximized(ui));
    ui.frames(40);
    ui.double_click(beside());
  }
  SUBCASE("dragged up, then restored with the command") {
    const float y = ui.mark("split.bottom").y0 + 3;
    ui.drag({400, y}, {400, 60});
    ui.frame();
    CHECK(maximized(ui));
    find_command("maximize_bottom")->run(ui.window());
  }
  CHECK(restored());
}

TEST_CASE("the button that gives the lanes their room back names the key and the double click") {
  SizedWindow window(1600, 900);
  UiDriver& ui = window.ui;
  ui.key(ImGuiKey_Q, ImGuiMod_Shift);
  ui.frame();
  const Rect button = ui.mark("bottom.restore");
  ui.move({(button.x0 + button.x1) / 2, (button.y0 + button.y1) / 2});
  ui.frames(60);
  const std::string seen = SeenScreen().page({0, 0, 1600, 900});
  CAPTURE(seen);
  CHECK(seen.find("Shift+Q") != std::string::npos);
  CHECK(seen.find("double-click") != std::string::npos);
}

TEST_CASE("in a tiny window, maximized tabs keep the open one and the button back") {
  SizedWindow window(300, 233);
  UiDriver& ui = window.ui;
  ui.show_tab("Kernels");
  ui.settle();
  ui.click("bottom.maximize");
  ui.settle();
  CHECK(ui.has_mark("tab.Kernels"));
  CHECK(ui.mark("bottom.restore").x1 <= 300);
  CHECK(ui.mark("tab.Kernels").x1 <= ui.mark("bottom.restore").x0);
  ui.click("bottom.restore");
  ui.settle();
  CHECK(ui.has_mark("lanes"));
}

TEST_CASE("maximized tabs survive a fold, but the next start has lanes and the height of before") {
  const TempFolder folder;
  const std::string settings = folder.path() + "/settings.json";
  float lanes_px = 0;
  {
    SizedWindow window(1600, 900, settings);
    UiDriver& ui = window.ui;
    const float y = ui.mark("split.bottom").y0 + 3;
    ui.drag({400, y}, {400, y - 60});
    ui.frame();
    lanes_px = ui.mark("lanes").height();
    ui.key(ImGuiKey_Q, ImGuiMod_Shift);
    ui.key(ImGuiKey_Q);
    ui.frame();
    CHECK(ui.has_mark("lanes"));
    ui.key(ImGuiKey_Q);
    ui.frame();
    CHECK(maximized(ui));
  }
  SizedWindow again(1600, 900, settings);
  REQUIRE(again.ui.has_mark("lanes"));
  CHECK(again.ui.mark("lanes").height() == lanes_px);
}

TEST_CASE("tabs that an older version remembers as maximized leave the lanes their room") {
  const TempFolder folder;
  SizedWindow window(1600, 900,
                     folder.write("settings.json", R"({"panes": {"bottom_maximized": true}})"));
  CHECK(window.ui.has_mark("lanes"));
}

TEST_CASE("the bottom of two runs is maximized as well") {
  SizedWindow window(1600, 900);
  window.ui.run(workspace::Compare{window.folder.write("b.json", small_trace_text({.steps = 4}))});
  window.ui.settle();
  CHECK(window.ui.has_mark("b.lanes"));
  window.ui.key(ImGuiKey_Q, ImGuiMod_Shift);
  window.ui.frame();
  CHECK(maximized(window.ui));
  CHECK_FALSE(window.ui.has_mark("b.lanes"));
}

TEST_CASE("where no row of a table fits, the lanes have the room and a button leads to the table") {
  SizedWindow window(480, 320);
  UiDriver& ui = window.ui;
  ui.show_tab("Kernels");
  ui.settle();
  CHECK(ui.has_mark("lanes"));
  CHECK_FALSE(ui.has_mark("row.kernel_a"));
  REQUIRE(ui.has_mark("bottom.maximize"));
  ui.click("bottom.maximize");
  ui.settle();
  CHECK(ui.has_mark("row.kernel_a"));
  CHECK_FALSE(ui.has_mark("bottom.maximize"));
}

TEST_CASE(
    "a table without room for a row says how many it has, beside the button that shows them") {
  SizedWindow window(480, 320);
  UiDriver& ui = window.ui;
  ui.show_tab("Kernels");
  ui.settle();
  REQUIRE(ui.has_mark("bottom.row_count"));
  const Rect place = ui.mark("bottom.row_count");
  CHECK(place.x0 > ui.mark("tab.Kernels").x1);
  CHECK(place.x1 < ui.mark("bottom.maximize").x0);
  // The words begin a fraction of a pixel off.
  const std::string seen = SeenScreen().page({place.x0 - 4, place.y0, place.x1, place.y1});
  CAPTURE(seen);
  CHECK(seen.find(" row") != std::string::npos);
  ui.click("bottom.maximize");
  ui.settle();
  CHECK_FALSE(ui.has_mark("bottom.row_count"));
}

TEST_CASE("a menu at the right end of a narrow window moves left to fit") {
  SizedWindow window(480, 320);
  window.ui.click("Help");
  window.ui.frames(3);
  const Rect row = window.ui.mark(find_command("keys")->title);
  CHECK(row.x0 >= 0);
  CHECK(row.x1 <= 480);
}

TEST_CASE("menus that do not fit beside each other fold into one") {
  SizedWindow window(240, 320);
  UiDriver& ui = window.ui;
  REQUIRE(ui.has_mark("More"));
  CHECK(ui.mark("More").x1 <= 240);
  CHECK_FALSE(ui.has_mark("Help"));
  ui.click("More");
  REQUIRE(ui.frames_until([&] { return ui.has_mark("Help"); }));
  const Rect help = ui.mark("Help");
  ui.move({help.x0 + 40, (help.y0 + help.y1) / 2});
  const std::string_view about = find_command("about")->title;
  REQUIRE(ui.frames_until([&] { return ui.has_mark(about); }));
  ui.frames(2);
  CHECK(ui.mark(about).x1 <= 240);
}

TEST_CASE("the file's name stays readable at the top of a narrow window") {
  SizedWindow window(900, 700);
  CHECK(window.ui.mark("trace_name").width() >= 140);
  CHECK(window.ui.mark("search").width() >= 150);
  CHECK(window.ui.mark("search").x1 < window.ui.mark("trace_name").x0);
}

}  // namespace lanescope
