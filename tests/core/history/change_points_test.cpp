#include "core/history/change_points.h"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/core/ranks/fleet/made_replica.h"

using namespace lanescope;

namespace {

/// Around 100, with a spread of 1, and a level that is another one from each change on.
std::vector<double> around(std::size_t count, std::uint64_t seed,
                           const std::vector<std::pair<std::size_t, double>>& changes = {}) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    double level = 100;
    for (const auto& [at, by] : changes) level += i >= at ? by : 0;
    values.push_back(level + made_normal(seed, 0, i));
  }
  return values;
}

}  // namespace

TEST_CASE("a change is placed, with the level before and after it") {
  const auto changes = find_changes(around(60, 1, {{40, 6}}), {});
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].at == 40);
  CHECK(changes[0].before == doctest::Approx(100).epsilon(0.01));
  CHECK(changes[0].after == doctest::Approx(106).epsilon(0.01));
  CHECK(changes[0].p == doctest::Approx(1.0 / 1000));
  CHECK(changes[0].begin == 0);
  CHECK(changes[0].end == 60);
}

TEST_CASE("a regression that is fixed again is two changes") {
  const auto changes = find_changes(around(120, 2, {{50, 5}, {70, -5}}), {});
  REQUIRE(changes.size() == 2);
  CHECK(changes[0].at == 50);
  CHECK(changes[1].at == 70);
  CHECK(changes[0].end == changes[1].at);
  CHECK(changes[1].begin == changes[0].at);
}

TEST_CASE("the last four runs are enough, and the last alone is not") {
  const auto last = [](std::size_t runs) {
    return find_changes(around(40, 3, {{40 - runs, 12}}), {}).size();
  };
  CHECK(last(4) == 1);
  CHECK(last(1) == 0);
}

TEST_CASE("an outlier is no change, and neither are values that are all the same") {
  std::vector<double> values = around(50, 4);
  values[20] = 190;
  values[49] = 250;
  CHECK(find_changes(values, {}).empty());
  CHECK(find_changes(std::vector<double>(80, 7.0), {}).empty());
  CHECK(find_changes(std::vector<double>(7, 7.0), {}).empty());
  CHECK(find_changes({}, {}).empty());
}

TEST_CASE("a few disturbed runs do not hide a change that is smaller than they are") {
  std::vector<double> values = around(80, 8, {{20, 3}});
  for (const std::size_t at : {29, 37, 62, 66}) values[at] += 40;
  const auto changes = find_changes(values, {});
  REQUIRE(changes.size() == 1);
  CHECK(std::abs(static_cast<int>(changes[0].at) - 20) <= 2);
}

TEST_CASE("without noise, the smallest step is a change") {
  std::vector<double> values(12, 7.0);
  for (std::size_t i = 6; i < values.size(); ++i) values[i] = 7.5;
  const auto changes = find_changes(values, {});
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].at == 6);
}

TEST_CASE("of four measurements on either side, all divisions are counted") {
  std::vector<double> values = around(8, 9);
  for (std::size_t i = 4; i < values.size(); ++i) values[i] += 40;
  ChangeSearch search;
  search.level = 0.03;
  const auto changes = find_changes(values, search);
  REQUIRE(changes.size() == 1);
  CHECK(changes[0].at == 4);
  CHECK(changes[0].p == doctest::Approx(2.0 / 70));
  search.level = 0.028;
  CHECK(find_changes(values, search).empty());
  CHECK(least_measurements(0.03) == 8);
  CHECK(least_measurements(0.028) == 9);
  CHECK(least_measurements(0.001) == 14);
}

TEST_CASE("a change that is smaller than asked for is left out") {
  ChangeSearch search;
  const auto values = around(60, 5, {{30, 6}});
  search.least = 5;
  CHECK(find_changes(values, search).size() == 1);
  search.least = 7;
  CHECK(find_changes(values, search).empty());
}

TEST_CASE("false alarms are about as frequent as stated") {
  std::size_t alarms = 0;
  constexpr std::size_t kSeries = 300;
  ChangeSearch search;
  search.level = 0.05;
  for (std::size_t i = 0; i < kSeries; ++i)
    alarms += !find_changes(around(40, 100 + i), search).empty();
  // 15 are expected; the binomial distribution has 29 or more once in 2,000 times.
  CHECK(alarms < 29);
  CHECK(alarms > 0);
}

TEST_CASE("of few measurements, false alarms are no more frequent than stated") {
  constexpr std::size_t kSeries = 150;
  ChangeSearch search;
  search.level = 0.05;
  for (const std::size_t runs : {8U, 9U, 12U}) {
    std::size_t alarms = 0;
    for (std::size_t i = 0; i < kSeries; ++i)
      alarms += !find_changes(around(runs, 1000 + i), search).empty();
    // 7.5 are expected at most; the binomial distribution has 18 or more once in 2,000 times.
    CHECK(alarms < 18);
  }
}

TEST_CASE("of thousands of measurements, the last ones are looked at") {
  std::vector<double> values = around(1500, 6, {{200, 20}});
  ChangeSearch search;
  search.level = 0.002;
  CHECK(find_changes(values, search).empty());
}
