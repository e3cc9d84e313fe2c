#include "core/view/ranks/ranks_picture.h"

#include <utility>

#include <doctest/doctest.h>

#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

TEST_CASE("waits stand in the step in which they were caused, also where names repeat") {
  // The third rank is late by 6 µs in the first collective, and by 4 and 5 in the last two.
  RunFacts facts;
  facts.collectives = three_ranks();
  std::vector<RankPicture> ranks(3);
  for (std::size_t t = 0; t < 3; ++t) {
    RankCollectives& own = facts.collectives[t];
    own.steps = {{"train_step", 50 * kUs}, {"train_step", 50 * kUs}};
    for (std::size_t i = 0; i < 5; ++i) own.collectives[i].step = i < 3 ? 0 : 1;
    facts.times.push_back({.rank = own.rank});
    ranks[t].steps = {{.name = "train_step", .range = {0, 50 * kUs}},
                      {.name = "train_step", .range = {50 * kUs, 100 * kUs}}};
    ranks[t].extent = {0, 100 * kUs};
  }
  facts.activities.resize(3);
  RunAnalysis analysis = compare_ranks(facts);
  const RanksPicture run =
      make_ranks_picture(std::move(facts), std::move(ranks), {}, std::move(analysis));
  const auto& steps = run.ranks[2].steps;
  CHECK(steps[0].wait_caused_ns == (6 + 2 + 1 + 5) * kUs);
  CHECK(steps[1].wait_caused_ns == (4 + 2 + 5 + 3) * kUs);
  CHECK(run.ranks[0].steps[1].waited_ns == (4 + 5) * kUs);
}
