// The strip of process groups above the wall, in the window.
#include <string>

#include "app/panes/fleet/strip.h"
#include "tests/app/shell/ranks/wall_window.h"

namespace lanescope {
namespace {

/// The wall with tensor-parallel groups in its strip.
struct StripTest : WallTest {
  explicit StripTest(const FleetPlan& plan = with_faults(FleetPlan()), ImVec2 size = {1600, 900})
      : WallTest(plan, size) {
    view().groups.set_kind("TENSOR_MODEL_PARALLEL_GROUP");
    ui.settle();
  }
  const GroupStrip& strip() {
    REQUIRE(view().groups.strip() != nullptr);
    return *view().groups.strip();
  }
  /// The middle of the cell of the group of a rank.
  ImVec2 group_cell(std::int64_t rank, std::size_t step) {
    const Rect at = ui.mark("fleet.strip");
    const std::size_t row = strip().group_of[place_of(view().run(), rank)];
    const auto middle = [](const Viewport& axis, std::size_t cell) {
      return static_cast<float>(axis.x_of(static_cast<Ns>(cell) * kCellUnits + kCellUnits / 2));
    };
    return {at.x0 + middle(view().steps, step), at.y0 + middle(view().groups.rows, row)};
  }
};

}  // namespace

TEST_CASE("the mouse over a group's step tells who held the group up, and a click goes there") {
  StripTest test;
  test.ui.move(test.group_cell(5, 5));  // rank 4 of that group waits for its data loader
  test.ui.frames(3);
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const std::string seen = SeenScreen().page({0, 0, size.x, size.y});
  CAPTURE(seen);
  CHECK(seen.find("Ranks 4, 5 · ProfilerStep#105") != std::string::npos);
  CHECK(seen.find("rank 4 · node0002") != std::string::npos);
  test.view().select(std::nullopt, std::nullopt);
  test.ui.click(test.group_cell(5, 5));
  test.ui.settle();
  CHECK(test.view().rank() == place_of(test.view().run(), 4));
  CHECK(test.view().step() == 5);
  CHECK(test.details_say("Rank 4 · ProfilerStep#105"));
}

TEST_CASE("another kind of process group is chosen beside the strip") {
  StripTest test;
  REQUIRE(test.strip().groups.size() == 16);
  test.ui.click("fleet.groups");
  REQUIRE(test.ui.frames_until([&] { return test.ui.has_mark("Data parallel group"); }));
  test.ui.frames(2);
  test.ui.click("Data parallel group");
  test.ui.settle();
  CHECK(test.strip().kind == "DATA_PARALLEL_GROUP");
  CHECK(test.strip().groups.size() == 4);
}

TEST_CASE("the wheel over the strip zooms into its groups and steps, not into ranks") {
  FleetPlan plan;
  plan.data = 64;
  plan.steps = 40;
  StripTest test(plan);
  REQUIRE(test.strip().groups.size() == 128);
  test.ui.move(test.group_cell(100, 20));
  for (int i = 0; i < 12; ++i) {
    test.ui.wheel(2);
    test.ui.frames(2);
  }
  test.ui.settle();
  const WallSpan groups = test.view().groups.groups_in_view();
  const std::size_t own = test.strip().group_of[place_of(test.view().run(), 100)];
  CHECK(groups.end - groups.begin < 10);
  CHECK(groups.begin <= own);
  CHECK(own < groups.end);
  CHECK(test.view().steps_in_view().end - test.view().steps_in_view().begin < 20);
  CHECK(test.view().rows_in_view().end == 256);
  test.ui.key(ImGuiKey_0);
  test.ui.settle();
  CHECK(test.view().groups.groups_in_view().end == 128);
}

TEST_CASE("a run without process groups has no strip") {
  FleetPlan plan;
  plan.tensor = plan.pipeline = 1;
  WallTest test(plan);
  CHECK_FALSE(test.ui.has_mark("fleet.strip"));
}

TEST_CASE("a low window has no strip, a usual one has room for it and the wall") {
  {
    WallTest low(with_faults(FleetPlan()), {900, 480});
    CHECK_FALSE(low.ui.has_mark("fleet.strip"));
  }
  WallTest usual(with_faults(FleetPlan()), {900, 700});
  REQUIRE(usual.ui.has_mark("fleet.strip"));
  CHECK(usual.ui.mark("fleet.strip").y1 <= usual.ui.mark("fleet.wall").y0);
  CHECK(usual.ui.mark("fleet.wall").height() > 150);
}

}  // namespace lanescope
