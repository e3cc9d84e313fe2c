// The summaries of another run beside those that are open.
#include <string>

#include <doctest/doctest.h>

#include "tests/app/workspace/workspace_stage.h"
#include "tests/core/view/fleet/made_wall.h"

namespace lanescope {
namespace {

struct TwoWalls : WorkspaceStage {
  TwoWalls() {
    FleetPlan slow;
    slow.slow_gpus = {{5, 1.3}};
    write_summaries(before, FleetPlan());
    write_summaries(after, slow);
  }
  FleetView& wall() {
    REQUIRE(work.ranks() != nullptr);
    REQUIRE(work.ranks()->fleet() != nullptr);
    return *work.ranks()->fleet();
  }
  TempFolder before, after;
};

}  // namespace

TEST_CASE("another folder of summaries is compared with the wall, and left again") {
  TwoWalls stage;
  REQUIRE(stage.open(stage.before.path()));
  CHECK(stage.wall().comparison() == nullptr);
  SUBCASE("a folder") {
    stage.run(workspace::Compare{stage.after.path()});
  }
  SUBCASE("one summary of it, which is what can be chosen") {
    stage.run(workspace::Compare{stage.after.path() + "/rank7.rank"});
  }
  REQUIRE(stage.rest());
  REQUIRE(stage.wall().comparison() != nullptr);
  CHECK(stage.wall().comparison()->match.ranks == 32);
  CHECK(stage.wall().comparison()->sentence.starts_with("B is slower"));
  REQUIRE(stage.wall().difference() != nullptr);
  CHECK(stage.wall().grid() == &stage.wall().difference()->more);
  stage.wall().set_measure({WallKind::Compute, 0});
  REQUIRE(stage.rest());
  CHECK(stage.wall().difference()->more.measure.kind == WallKind::Compute);
  stage.run(workspace::CloseB{});
  REQUIRE(stage.rest());
  CHECK(stage.work.ranks()->other() == nullptr);
  CHECK(stage.wall().comparison() == nullptr);
  REQUIRE(stage.wall().grid() != nullptr);
  CHECK(stage.wall().grid()->at(0, 0) > 1e6F);  // its own compute time again
}

TEST_CASE("both runs may be given at once, and a third one takes the place of the second") {
  TwoWalls stage;
  stage.run(workspace::Open{stage.before.path()});
  stage.run(workspace::Compare{stage.after.path()});
  REQUIRE(stage.rest());
  REQUIRE(stage.wall().comparison() != nullptr);
  stage.run(workspace::Compare{stage.before.path()});
  REQUIRE(stage.rest());
  REQUIRE(stage.wall().comparison() != nullptr);
  CHECK(stage.wall().comparison()->sentence.starts_with("B is as fast as A"));
}

TEST_CASE("what is not the summaries of a run is not compared with them, and says so") {
  TwoWalls stage;
  REQUIRE(stage.open(stage.before.path()));
  stage.run(workspace::Compare{stage.trace_file("trace.json")});
  REQUIRE(stage.rest());
  CHECK(stage.notice() == "trace.json has no summaries of ranks (.rank) to compare with these.");
  CHECK(stage.work.ranks_in_front());
  const TempFolder broken;
  broken.write("rank0.rank", "nothing");
  stage.run(workspace::Compare{broken.path()});
  REQUIRE(stage.rest());
  CHECK(stage.notice().starts_with("The other run cannot be compared: rank0.rank: "));
  CHECK(stage.work.ranks()->other() == nullptr);
  CHECK(stage.wall().comparison() == nullptr);
}

}  // namespace lanescope
