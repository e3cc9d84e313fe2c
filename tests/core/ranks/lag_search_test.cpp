#include "core/ranks/lag_search.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

const std::vector<Ns> kEnds = {100, 250, 310, 520, 600, 870};

}  // namespace

TEST_CASE("a rank that has all collectives has no lag") {
  const auto found = search_lag(kEnds, std::vector<Ns>{60, 210, 270, 480, 560, 830});
  REQUIRE(found);
  CHECK(found->lag == 0);
  CHECK(found->differences_ns == std::vector<double>(6, 40));
  CHECK(found->deviation_ns == 0);
}

TEST_CASE("a rank without the first collective lags by one, its first is the other's second") {
  const auto found = search_lag(kEnds, std::vector<Ns>{210, 270, 480, 560, 830});
  REQUIRE(found);
  CHECK(found->lag == -1);
  CHECK(found->differences_ns == std::vector<double>(5, 40));
  const auto other_way = search_lag(std::vector<Ns>{210, 270, 480, 560, 830}, kEnds);
  REQUIRE(other_way);
  CHECK(other_way->lag == 1);
  CHECK(other_way->differences_ns == std::vector<double>(5, -40));
}

TEST_CASE("a rank without the last collective has no lag") {
  const auto found = search_lag(kEnds, std::vector<Ns>{60, 210, 270, 480, 560});
  REQUIRE(found);
  CHECK(found->lag == 0);
  CHECK(found->differences_ns.size() == 5);
}

TEST_CASE("of equal lags the one nearest to none is taken") {
  const std::vector<Ns> regular = {100, 200, 300, 400, 500, 600};
  const auto found = search_lag(regular, regular);
  REQUIRE(found);
  CHECK(found->lag == 0);
}

TEST_CASE("fewer than four pairs, or less than half of them, tell nothing") {
  CHECK(!search_lag(std::vector<Ns>{1, 2, 3}, std::vector<Ns>{1, 2, 3}));
  CHECK(!search_lag({}, kEnds));
  // Ten of twenty must be left: a lag of 11 is out of reach.
  std::vector<Ns> many, late;
  for (Ns i = 0; i < 20; ++i) many.push_back(100 * i + i * i);
  late.assign(many.begin() + 11, many.end());
  const auto found = search_lag(many, late);
  CHECK((!found || found->deviation_ns > 0));
}

TEST_CASE("small groups are matched by where their ends lie on the common clock") {
  const auto found = nearest_lag(std::vector<Ns>{1000, 5000}, std::vector<Ns>{5010}, 100);
  REQUIRE(found);
  CHECK(found->lag == -1);
  CHECK(!nearest_lag(std::vector<Ns>{1000, 5000}, std::vector<Ns>{3000}, 100));
  CHECK(!nearest_lag({}, std::vector<Ns>{3000}, 100));
}
