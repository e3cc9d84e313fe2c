// The tour, taken by a hand.
#include "app/shell/tour/tour.h"

#include <doctest/doctest.h>

#include "app/panes/pane/trace_actions.h"
#include "app/shell/window/main_window.h"
#include "tests/app/seen_screen.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

constexpr const char* kKernel =
    "void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float, "
    "at::native::NormTwoOps<float, float, float>>>";

bool overlap(Rect a, Rect b) {
  return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

std::string card(UiDriver& ui) {
  return ui.has_mark("tour") ? SeenScreen().page(ui.mark("tour")) : std::string();
}

void settle_for(UiDriver& ui, const char* words) {
  CAPTURE(words);
  CAPTURE(card(ui));
  CHECK(ui.frames_until([&] { return card(ui).find(words) != std::string::npos; }));
}

void skip_to(UiDriver& ui, const char* place) {
  for (int i = 0; i < 6 && card(ui).find(place) == std::string::npos; ++i) {
    ui.click("tour.next");
    ui.frames(2);
  }
  settle_for(ui, place);
}

}  // namespace

TEST_CASE("the tour goes on with each thing that the hand does, and ends") {
  UiDriver ui(1280, 800);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  ui.settle();
  zoom_by(ui.view(), 2.5);
  settle_for(ui, "2 OF 7");
  ui.settle();
  const TimeRange shown = ui.view().viewport.range();
  const Ns by = shown.length_ns() / 4;
  ui.view().viewport.show({shown.begin_ns + by, shown.end_ns + by});
  settle_for(ui, "3 OF 7");
  ui.settle();
  const EventId kernel = ui.find(kKernel);
  REQUIRE(kernel != EventId::None);
  ui.view().selection.select(kernel);
  ui.settle();
  settle_for(ui, "4 OF 7");
  go_against_flow(ui.view());
  settle_for(ui, "5 OF 7");
  ui.settle();
  ui.view().search.text = "aten::item";
  ui.settle();
  go_to_match(ui.view(), Direction::Next);
  settle_for(ui, "6 OF 7");
  REQUIRE(ui.show_tab("Findings"));
  settle_for(ui, "7 OF 7");
  ui.click("tour.compare");
  settle_for(ui, "Tour finished");
  CHECK(ui.workspace().runs().both());
  ui.click("tour.end");
  ui.settle();
  CHECK_FALSE(ui.has_mark("tour"));
}

TEST_CASE("in a narrow window the card covers neither the details nor what is selected") {
  UiDriver ui(900, 700);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  ui.settle();
  const EventId kernel = ui.find(kKernel);
  REQUIRE(kernel != EventId::None);
  ui.view().go_to(kernel);
  ui.settle();
  REQUIRE(ui.has_mark("details.drawer"));
  CHECK_FALSE(overlap(ui.mark("tour"), ui.mark("details.drawer")));
  CHECK_FALSE(ui.mark("tour").contains(ui.place_of(kernel)));
  const std::string before = card(ui);
  ui.click("tour.next");
  ui.frames(2);
  CHECK(card(ui) != before);
}

TEST_CASE("the launch call that the tour asks for is in view, and can be scrolled away") {
  UiDriver ui(900, 700);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  ui.settle();
  const EventId kernel = ui.find(kKernel);
  REQUIRE(kernel != EventId::None);
  const auto launch_in_view = [&ui] {
    const Rect drawer = ui.mark("details.drawer"), launch = ui.mark("cudaLaunchKernel");
    return launch.y0 >= drawer.y0 && launch.y1 <= drawer.y1;
  };
  ui.view().selection.select(kernel);
  ui.settle();
  REQUIRE(ui.has_mark("details.drawer"));
  REQUIRE_FALSE(launch_in_view());
  ui.view().selection.clear();
  ui.settle();
  skip_to(ui, "3 OF 7");
  ui.settle();
  ui.view().selection.select(kernel);
  ui.settle();
  ui.frames(30);  // until the details take the mouse
  CHECK(launch_in_view());
  const Rect drawer = ui.mark("details.drawer");
  ui.move({(drawer.x0 + drawer.x1) / 2, (drawer.y0 + drawer.y1) / 2});
  ui.wheel(20);
  ui.settle();
  CHECK_FALSE(launch_in_view());
}

TEST_CASE("over a tall pane the card is a strip at the bottom, and leaves lanes and tabs free") {
  UiDriver ui(1280, 800);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  ui.settle();
  const float card_px = ui.mark("tour").height();
  ui.window().settings().panes.bottom_px = 500;
  ui.frames(2);
  const Rect strip = ui.mark("tour");
  CHECK(strip.height() < card_px);
  CHECK(strip.y0 > ui.mark("tab." + std::string(ui.shown_tab())).y1);
  CHECK(strip.width() > 800);
  CHECK(card(ui).find("1 OF 7") != std::string::npos);
  ui.click("tour.next");
  settle_for(ui, "2 OF 7");
}

TEST_CASE("in a low window the tour is a line, and the lanes can be scrolled and clicked") {
  UiDriver ui(480, 320);
  ui.window().start_tour();
  ui.settle();
  REQUIRE(ui.has_mark("tour"));
  CHECK(ui.mark("tour").height() < 40);
  CHECK_FALSE(overlap(ui.mark("tour"), ui.mark("lanes")));
  CHECK(card(ui).find("Skip step") != std::string::npos);
  const Rect lanes = ui.mark("lanes");
  const Ns before = ui.view().viewport.range().length_ns();
  ui.move({(lanes.x0 + lanes.x1) / 2, (lanes.y0 + lanes.y1) / 2});
  ui.wheel(3);
  ui.settle();
  CHECK(ui.view().viewport.range().length_ns() < before);
  settle_for(ui, "2/7");
  ui.click("tour.end");
  ui.frames(2);
  CHECK_FALSE(ui.window().tour().running());
}

TEST_CASE("the step of the search waits for Enter, and its search ends with it") {
  UiDriver ui(1280, 800);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  ui.settle();
  const EventId item = ui.find("aten::item");
  REQUIRE(item != EventId::None);
  ui.view().go_to(item);
  ui.settle();
  skip_to(ui, "5 OF 7");
  ui.settle();
  ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  ui.frames(2);
  ui.type("aten::item");
  ui.settle();
  CHECK(card(ui).find("5 OF 7") != std::string::npos);
  ui.key(ImGuiKey_Enter);
  settle_for(ui, "6 OF 7");
  REQUIRE(ui.show_tab("Findings"));
  ui.key(ImGuiKey_Escape);  // leaves the field
  settle_for(ui, "7 OF 7");
  ui.settle();
  CHECK(ui.view().search.text.empty());
}

TEST_CASE("a search and a tab that were there before do not pass their steps") {
  UiDriver ui(1280, 800);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  ui.settle();
  ui.view().search.text = "aten::item";
  ui.settle();
  go_to_match(ui.view(), Direction::Next);
  REQUIRE(ui.show_tab("Findings"));
  ui.settle();
  skip_to(ui, "5 OF 7");
  ui.settle();
  CHECK(card(ui).find("5 OF 7") != std::string::npos);
  ui.click("tour.next");
  ui.settle();
  CHECK(card(ui).find("6 OF 7") != std::string::npos);
  CHECK(ui.view().search.text == "aten::item");  // the user's own
}

TEST_CASE("to open a second run is no zoom") {
  UiDriver ui(1280, 800);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  ui.settle();
  ui.run(
      workspace::Compare{find_example(ui.window().options().examples, kTourExampleBeside)->path});
  ui.settle();
  REQUIRE(ui.workspace().runs().both());
  ui.frames(10);
  CHECK(card(ui).find("1 OF 7") != std::string::npos);
}

TEST_CASE("the tour does not begin by itself over two runs") {
  const TempFolder folder;
  UiDriver ui(1280, 800, folder.path() + "/settings.json");
  const auto path_of = [&ui](std::string_view name) {
    return find_example(ui.window().options().examples, name)->path;
  };
  ui.open(path_of(kTourExampleBeside));
  ui.run(workspace::Compare{path_of(kTourExample)});
  ui.settle();
  REQUIRE(ui.workspace().runs().both());
  ui.run(workspace::SwapRuns{});
  ui.settle();
  REQUIRE(ui.workspace().both().a()->path() == path_of(kTourExample));
  CHECK_FALSE(ui.has_mark("tour"));
  ui.run(workspace::CloseB{});
  ui.settle();
  CHECK_FALSE(ui.has_mark("tour"));
}

TEST_CASE("the tour begins by itself once, with the first look at its example") {
  const TempFolder folder;
  const std::string settings = folder.path() + "/settings.json";
  const auto open_example = [](UiDriver& ui) {
    ui.open(find_example(ui.window().options().examples, kTourExample)->path);
    ui.settle();
  };
  {
    UiDriver ui(1280, 800, settings);
    open_example(ui);
    REQUIRE(ui.has_mark("tour"));
    ui.click("tour.end");
    ui.settle();
    CHECK_FALSE(ui.has_mark("tour"));
  }
  UiDriver ui(1280, 800, settings);
  open_example(ui);
  CHECK_FALSE(ui.has_mark("tour"));
}

TEST_CASE("steps of the tour can be skipped, and closing the trace ends it") {
  UiDriver ui(900, 700);
  ui.window().start_tour();
  settle_for(ui, "1 OF 7");
  for (int i = 0; i < 6; ++i) {
    ui.click("tour.next");
    ui.frames(2);
  }
  settle_for(ui, "7 OF 7");
  ui.run(workspace::Close{});
  ui.settle();
  CHECK_FALSE(ui.window().tour().running());
}

}  // namespace lanescope
