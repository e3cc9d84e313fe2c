// Another run beside the wall, in the window.
#include <string>

#include "app/shell/keys/commands.h"
#include "tests/app/shell/ranks/wall_window.h"

namespace lanescope {
namespace {

struct DifferenceTest : WallTest {
  explicit DifferenceTest(ImVec2 size = {1600, 900}) : WallTest(FleetPlan(), size) {
    FleetPlan slow;
    slow.slow_gpus = {{5, 1.3}};
    write_summaries(after, slow);
    REQUIRE(find_command("compare")->enabled(ui.window()));
    REQUIRE_FALSE(find_command("close_b")->enabled(ui.window()));
    ui.run(workspace::Compare{after.path()});
    ui.settle();
    ui.frames(2);
  }
  TempFolder after;
};

}  // namespace

TEST_CASE("the sentence above two runs names the change, and the legend goes both ways") {
  for (const ImVec2 size : {ImVec2{900, 700}, ImVec2{1920, 1080}}) {
    DifferenceTest test(size);
    const std::string sentence = test.seen("fleet.sentence");
    CAPTURE(sentence);
    CHECK(sentence.find("B is slower: steps take ") != std::string::npos);
    Rect place = test.ui.mark("fleet.legend");
    place.x0 -= 2;  // text begins at a whole pixel
    const std::string legend = SeenScreen().page(place);
    CAPTURE(legend);
    CHECK(legend.find("−") != std::string::npos);
    CHECK(legend.find("+") != std::string::npos);
    CHECK(test.ui.mark("fleet.legend").y1 <= test.ui.mark("fleet.wall").y0);
  }
}

TEST_CASE("the wall of two runs shows whom the others wait for, and the tables both runs") {
  DifferenceTest test;
  CHECK(test.view().measure() == WallMeasure{WallKind::WaitCaused, 0});
  CHECK(test.seen("fleet.sentence").find("Late only in B: rank 5 (node0002)") != std::string::npos);
  CHECK(test.ui.shown_tab() == "Stragglers");
  REQUIRE(test.ui.has_mark("row.rank 5"));
  test.ui.click("row.rank 5");
  test.ui.settle();
  CHECK(test.view().rank() == place_of(test.view().run(), 5));
  CHECK(test.details_say("A → B"));
  CHECK(test.details_say("Late in B"));
  CHECK_FALSE(test.ui.has_mark("fleet.strip"));  // which is of one run
}

TEST_CASE("the mouse over a cell tells what both runs have there") {
  DifferenceTest test;
  test.view().set_measure({WallKind::Compute, 0});
  test.ui.settle();
  test.ui.move(test.cell(5, 2));
  test.ui.frames(3);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const std::string seen = SeenScreen().page({0, 0, size.x, size.y});
  CHECK(seen.find("Compute in A") != std::string::npos);
  CHECK(seen.find("Compute in B") != std::string::npos);
  CHECK(seen.find("Difference") != std::string::npos);
}

TEST_CASE("closing B shows the run's own sentence again") {
  DifferenceTest test;
  REQUIRE(find_command("close_b")->enabled(test.ui.window()));
  test.ui.key(ImGuiKey_W, ImGuiMod_Ctrl | ImGuiMod_Shift);
  test.ui.settle();
  test.ui.frames(2);
  CHECK(test.seen("fleet.sentence").find("No rank delays the others") != std::string::npos);
  CHECK_FALSE(find_command("close_b")->enabled(test.ui.window()));
}

TEST_CASE("a slow link of B is shown with its ends, and is gone with B") {
  WallTest test{FleetPlan()};
  const TempFolder after;
  FleetPlan slow;
  slow.slow_links = {{0, 0, 4}};
  write_summaries(after, slow);
  test.ui.run(workspace::Compare{after.path()});
  test.ui.settle();
  test.ui.frames(2);
  test.ui.show_tab("Slow links");
  test.ui.frames(2);
  test.ui.click("row.node0000 and node0008");
  test.ui.settle();
  CHECK(test.details_say("Slow link of B"));
  CHECK(test.view().marked().size() == 4);
  test.ui.key(ImGuiKey_W, ImGuiMod_Ctrl | ImGuiMod_Shift);
  test.ui.settle();
  test.ui.frames(2);
  CHECK_FALSE(test.view().link());
  CHECK(test.view().marked().empty());
  CHECK_FALSE(test.details_say("Slow link"));
}

}  // namespace lanescope
