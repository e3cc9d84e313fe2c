#include "core/view/fleet/tables.h"

#include <doctest/doctest.h>

#include "core/ranks/stragglers.h"
#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

TEST_CASE("below the stragglers stands what they cost, of what the whole run waits") {
  FleetPlan plan;
  plan.slow_gpus = {{5, 1.3}};
  const FleetContents made = made_contents(plan);
  const FleetAnalysis& found = made.run.analysis;
  REQUIRE(found.stragglers.size() == 1);
  CHECK(found.stragglers[0].wait_caused_ns <= found.blame.exposed_ns);
  CHECK(make_fleet_tables(made.run).stragglers.facts ==
        "1 straggler · " + format_duration(found.stragglers[0].wait_caused_ns) +
            " waited for them, of " + format_duration(found.blame.exposed_ns) +
            " in the whole run, summed over ranks");
}
