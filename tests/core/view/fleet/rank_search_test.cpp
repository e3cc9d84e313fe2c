// Finding a rank of the wall by what is typed.
#include "core/view/fleet/rank_search.h"

#include "tests/core/view/fleet/made_wall.h"

using namespace lanescope;

TEST_CASE("a rank is found by its number, its host, and the name of its process group") {
  const FleetContents made = made_contents(FleetPlan());
  using Ranks = std::vector<std::uint32_t>;
  CHECK(find_ranks(made.run, "14") == Ranks{14});
  CHECK(find_ranks(made.run, " Rank 14 ") == Ranks{14});
  CHECK(find_ranks(made.run, "NODE0003") == Ranks{6, 7});
  CHECK(find_ranks(made.run, "tensor model").size() == 32);
  CHECK(find_ranks(made.run, "rank 99").empty());
  CHECK(find_ranks(made.run, "no such host").empty());
  CHECK(find_ranks(made.run, "  ").empty());
}
