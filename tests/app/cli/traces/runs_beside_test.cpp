#include "app/cli/traces/runs_beside.h"

#include <doctest/doctest.h>

#include "tests/core/view/fleet/made_wall.h"

namespace lanescope {

TEST_CASE("two traces that are there are shown beside each other") {
  const TempFolder folder;
  const std::string a = folder.write("a.json", "[]"), b = folder.write("b.json", "[]");
  RunFilesProblem problem;
  const auto files = runs_beside(a, b, problem);
  REQUIRE(files);
  CHECK(files->a == a);
  CHECK(files->b == b);
}

TEST_CASE("a run that is missing is named, whichever of both it is") {
  const TempFolder folder;
  const std::string a = folder.write("a.json", "[]"), missing = folder.path() + "/b.json";
  for (const bool second : {false, true}) {
    RunFilesProblem problem;
    CHECK_FALSE(runs_beside(second ? a : missing, second ? missing : a, problem));
    CHECK(problem.argument == missing);
    CHECK(problem.message == "no such file; check the path");
  }
}

TEST_CASE("the summaries of a run are shown beside summaries only") {
  const TempFolder before, after, other;
  FleetPlan plan;
  plan.data = 1;
  write_summaries(before, plan);
  write_summaries(after, plan);
  RunFilesProblem problem;
  const auto files = runs_beside(before.path(), after.path(), problem);
  REQUIRE(files);
  CHECK(files->a == before.path());
  CHECK(files->b == after.path());
  const std::string trace = other.write("trace.json", "[]");
  CHECK_FALSE(runs_beside(before.path(), trace, problem));
  CHECK(problem.argument == trace);
  CHECK(problem.message == "has no summaries of ranks to compare with those of " + before.path());
}

}  // namespace lanescope
