// The wall of ranks × steps in the window.
#include "app/shell/ranks/fleet_page.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/app/shell/ranks/wall_window.h"

namespace lanescope {

TEST_CASE("a folder of summaries opens as a wall with the sentence, and the worst rank explained") {
  WallTest test;
  CHECK(test.ui.workspace().ranks_in_front());
  const std::string sentence = test.seen("fleet.sentence");
  CAPTURE(sentence);
  CHECK(sentence.find("Rank 4 (node0002) is late in ProfilerStep#105") != std::string::npos);
  CHECK(test.view().measure() == WallMeasure{WallKind::WaitCaused, 0});
  CHECK(test.details_say("Rank 4 · ProfilerStep#105"));
  CHECK(test.ui.tabs() ==
        std::vector<std::string_view>{"Stragglers", "Slow links", "Ranks", "Files"});
  CHECK(test.ui.shown_tab() == "Stragglers");
  const std::string name = std::filesystem::path(test.folder.path()).filename().string();
  CHECK(test.ui.window().title() == name + " – Lanescope");
}

TEST_CASE("a click on a cell selects its rank and step, and the details are about them") {
  WallTest test;
  test.ui.click(test.cell(20, 2));
  test.ui.frames(2);
  CHECK(test.view().rank() == place_of(test.view().run(), 20));
  CHECK(test.view().step() == 2);
  CHECK(test.details_say("Rank 20 · ProfilerStep#102"));
  CHECK(test.details_say("node0010"));
  test.ui.key(ImGuiKey_Escape);
  test.ui.frames(2);
  CHECK_FALSE(test.view().rank());
  CHECK(test.details_say("Click a cell"));
}

TEST_CASE("a double click opens the rank's trace; one that is gone is named with its path") {
  WallTest test;
  test.ui.double_click(test.cell(20, 2));
  test.ui.settle();
  REQUIRE(test.ui.notice());
  CHECK(test.ui.notice()->text.starts_with("The trace of rank 20 is not at /traces/"));
  CHECK(test.ui.workspace().ranks_in_front());
}

TEST_CASE("the mouse over a straggler's cell tells why it is late") {
  WallTest test;
  test.ui.move(test.cell(4, 5));
  test.ui.frames(3);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const std::string seen = SeenScreen().page({0, 0, size.x, size.y});
  CHECK(seen.find("Rank 4 · node0002 · ProfilerStep#105") != std::string::npos);
  CHECK(seen.find("more GPU idle time, data loading") != std::string::npos);
}

TEST_CASE("a key takes the tooltip of the wall away, so that it does not cover what it leads to") {
  WallTest test;
  const auto tooltip = [] { return !ImGui::GetForegroundDrawList()->VtxBuffer.empty(); };
  test.ui.move(test.cell(4, 5));
  test.ui.frames(3);
  REQUIRE(tooltip());
  test.ui.key(ImGuiKey_Period);
  test.ui.frames(3);
  CHECK_FALSE(tooltip());
}

TEST_CASE("the lower edge of the wall cuts no name of a rank off") {
  FleetPlan plan;
  plan.data = 64;
  WallTest test(plan);
  for (const float height_px : {700.0F, 720.0F, 760.0F}) {
    CAPTURE(height_px);
    ImGui::GetIO().DisplaySize = {1280, height_px};
    test.ui.settle();
    const Rect wall = test.ui.mark("fleet.wall");
    const std::string names = SeenScreen().page({0, wall.y0, wall.x0, wall.y1});
    CAPTURE(names);
    CHECK(names.find("rank 250") != std::string::npos);  // less than a line above the edge
    CHECK(SeenScreen().page({0, wall.y1 - 9, wall.x0, wall.y1 + 1}).find("rank") ==
          std::string::npos);
  }
}

TEST_CASE("the wheel zooms into few ranks and steps at the mouse, and 0 shows all again") {
  FleetPlan plan;
  plan.data = 64;
  plan.steps = 40;
  WallTest test(plan);
  const WallSpan before = test.view().rows_in_view();
  REQUIRE(before.end - before.begin == 256);
  const ImVec2 at = test.cell(100, 20);
  test.ui.move(at);
  for (int i = 0; i < 12; ++i) {
    test.ui.wheel(2);
    test.ui.frames(2);
  }
  test.ui.settle();
  const WallSpan rows = test.view().rows_in_view(), steps = test.view().steps_in_view();
  CHECK(rows.end - rows.begin < 40);
  CHECK(steps.end - steps.begin < 20);
  const auto row = test.view().grid()->order.row_of[place_of(test.view().run(), 100)];
  CHECK(rows.begin <= row);
  CHECK(row < rows.end);
  // Rows have labels once there is room.
  CHECK(test.ui.has_mark("fleet.row." + std::to_string(row)));
  test.ui.key(ImGuiKey_0);
  test.ui.settle();
  CHECK(test.view().rows_in_view().end == 256);
  CHECK(test.view().steps_in_view().end == 40);
}

TEST_CASE("a box that is dragged is what Z zooms to") {
  FleetPlan plan;
  plan.data = 64;
  WallTest test(plan);
  test.ui.drag(test.cell(40, 2), test.cell(80, 4));
  test.ui.frames(2);
  REQUIRE(test.view().box);
  // Rows are little more than a pixel high.
  const std::size_t first = place_of(test.view().run(), 40);
  CHECK(test.view().box->rows.begin + 1 >= first);
  CHECK(test.view().box->rows.begin <= first + 1);
  CHECK(test.view().box->steps.begin == 2);
  CHECK(test.view().box->steps.end == 5);
  test.ui.key(ImGuiKey_Z);
  test.ui.settle();
  CHECK(test.view().steps_in_view().begin == 2);
  CHECK(test.view().steps_in_view().end == 5);
  test.ui.key(ImGuiKey_Escape);
  test.ui.frames(2);
  CHECK_FALSE(test.view().box);
}

TEST_CASE("a straggler or link chosen in its table is brought into view") {
  FleetPlan plan;
  plan.data = 64;
  plan = with_faults(plan);
  WallTest test(plan);
  test.view().show({{200, 210}, {0, 2}});
  test.ui.settle();
  test.ui.click("row.rank " + std::to_string(plan.slow_gpus.front().rank));
  test.ui.settle();
  const std::size_t rank = place_of(test.view().run(), plan.slow_gpus.front().rank);
  CHECK(test.view().rank() == rank);
  const auto row = test.view().grid()->order.row_of[rank];
  CHECK(test.view().rows_in_view().begin <= row);
  CHECK(row < test.view().rows_in_view().end);
  test.ui.show_tab("Slow links");
  test.ui.frames(2);
  const FleetLink& link = test.view().run().analysis.links.front();
  test.ui.click("row." + link.link.hosts[0] + " and " + link.link.hosts[1]);
  test.ui.settle();
  CHECK(test.view().marked().size() >= 2);
  REQUIRE(test.view().link());
  CHECK_FALSE(test.view().rank());
  CHECK(test.details_say(link.link.hosts[0] + " and " + link.link.hosts[1]));
  CHECK(test.details_say("Slower by"));
  for (const std::uint32_t end : test.view().marked()) {
    const auto end_row = test.view().grid()->order.row_of[end];
    CHECK(test.view().rows_in_view().begin <= end_row);
    CHECK(end_row < test.view().rows_in_view().end);
  }
  test.ui.key(ImGuiKey_Escape);
  test.ui.frames(2);
  CHECK_FALSE(test.view().link());
}

TEST_CASE("a rank among many is found by its number, a host by its name") {
  FleetPlan plan;
  plan.data = 64;
  WallTest test(plan);
  test.view().show({{0, 8}, {0, 2}});
  test.ui.settle();
  test.ui.key(ImGuiKey_F, ImGuiMod_Ctrl);
  test.ui.frames(2);
  test.ui.type("rank 213");
  test.ui.frames(2);
  CHECK(test.view().search.facts(test.view().rank()) == "1 rank");
  CHECK(test.ui.has_mark("search.facts"));
  test.ui.key(ImGuiKey_Enter);
  test.ui.settle();
  REQUIRE(test.view().rank() == place_of(test.view().run(), 213));
  const auto row = test.view().grid()->order.row_of[*test.view().rank()];
  CHECK(test.view().rows_in_view().begin <= row);
  CHECK(row < test.view().rows_in_view().end);
  test.ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
  test.ui.type("node0003");
  test.ui.frames(2);
  test.ui.key(ImGuiKey_Enter);
  test.ui.settle();
  CHECK(test.view().run().ranks()[*test.view().rank()].host == "node0003");
}

TEST_CASE("left and right choose the step of the selected cell, and do not move the wall") {
  WallTest test;
  test.ui.click(test.cell(20, 2));
  test.ui.frames(2);
  const TimeView before = test.view().steps.view();
  test.ui.key(ImGuiKey_RightArrow);
  test.ui.frames(2);
  CHECK(test.view().step() == 3);
  CHECK(test.view().rank() == place_of(test.view().run(), 20));
  test.ui.key(ImGuiKey_LeftArrow);
  test.ui.key(ImGuiKey_LeftArrow);
  test.ui.frames(2);
  CHECK(test.view().step() == 1);
  CHECK(test.view().steps.view() == before);
}

TEST_CASE("a double click on cells that are drawn as one and are all alike zooms to them") {
  FleetPlan plan;
  plan.data = 256;
  WallTest test(plan);
  test.view().set_measure({WallKind::WaitCaused, 0});
  test.ui.settle();
  const WallSpan before = test.view().rows_in_view();
  test.ui.double_click(test.cell(400, 2));
  test.ui.settle();
  CHECK_FALSE(test.ui.notice());
  CHECK(test.view().rows_in_view().end - test.view().rows_in_view().begin <
        (before.end - before.begin) / 2);
}

TEST_CASE("what is shown and in which order is chosen from menus above the wall") {
  WallTest test;
  const auto choose = [&](std::string_view menu, std::string_view item) {
    test.ui.click(menu);
    REQUIRE(test.ui.frames_until([&] { return test.ui.has_mark(item); }));
    test.ui.frames(2);
    test.ui.click(item);
    test.ui.settle();
  };
  choose("fleet.measures", "Time spent waiting");
  CHECK(test.view().grid()->measure == WallMeasure{WallKind::Waited, 0});
  choose("fleet.sorts", "By host");
  test.ui.settle();
  CHECK(test.view().grid()->sort.by == WallSort::By::Host);
  CHECK(test.view().grid()->order.groups.size() == 16);
}

TEST_CASE("up and down choose the next rank as ordered") {
  WallTest test;
  test.view().set_sort({WallSort::By::Value});
  test.ui.settle();
  const auto& rows = test.view().grid()->order.rows;
  test.view().select(rows[0], 1);
  test.ui.key(ImGuiKey_DownArrow);
  test.ui.frames(2);
  CHECK(test.view().rank() == rows[1]);
  CHECK(test.view().step() == 1);
  test.ui.key(ImGuiKey_UpArrow);
  test.ui.key(ImGuiKey_UpArrow);
  test.ui.frames(2);
  CHECK(test.view().rank() == rows[0]);
}

TEST_CASE("a single summary is a wall of one row that says what it lacks") {
  const TempFolder folder;
  write_summaries(folder, FleetPlan());
  UiDriver ui;
  ui.run(workspace::Open{folder.path() + "/rank3.rank"});
  ui.settle();
  ui.frames(2);
  const std::string sentence = SeenScreen().page(ui.mark("fleet.sentence"));
  CHECK(sentence.find("Only one summary") != std::string::npos);
  CHECK(ui.has_mark("fleet.row.0"));
  CHECK(ui.shown_tab() == "Ranks");
}

TEST_CASE("nothing of the wall's head is cut or overlaps in usual windows") {
  for (const ImVec2 size : {ImVec2{900, 700}, ImVec2{1280, 800}, ImVec2{1920, 1080}}) {
    CAPTURE(size.x);
    WallTest test(with_faults(FleetPlan()), size);
    const std::string sentence = test.seen("fleet.sentence");
    CAPTURE(sentence);
    CHECK(sentence.find("slow link") != std::string::npos);  // where it may be wrapped
    CHECK(sentence.find("…") == std::string::npos);
    const Rect legend = test.ui.mark("fleet.legend"), sorts = test.ui.mark("fleet.sorts");
    CHECK((legend.x0 >= sorts.x1 || legend.y0 >= sorts.y1 - 1));
    CHECK(legend.y1 <= test.ui.mark("fleet.wall").y0);
    CHECK(test.ui.mark("fleet.wall").height() > 150);
    CHECK_FALSE(test.ui.has_mark("details.drawer"));  // nothing was clicked yet
  }
}

}  // namespace lanescope
