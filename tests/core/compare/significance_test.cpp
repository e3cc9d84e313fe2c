#include "core/compare/significance.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

const std::vector<double> kLow = {1, 2, 3, 4}, kHigh = {11, 12, 13, 14};

}  // namespace

TEST_CASE("few samples are parted in all ways, the seen one first") {
  const Labelings few(6, 6);  // 12 over 6
  CHECK(few.count() == 924);
  CHECK(few.exact());
  CHECK(few.first_of(0).front() == 0);
  CHECK(few.first_of(0).back() == 5);
  CHECK(few.first_of(923).front() == 6);
  const Labelings many(20, 20);
  CHECK_FALSE(many.exact());
  CHECK(many.count() == kRandomLabelings + 1);
  CHECK(many.first_of(0).back() == 19);
}

TEST_CASE("groups that do not overlap have the smallest p there is") {
  // 8 over 4 = 70 ways; only the seen one and its mirror differ so much.
  CHECK(*permutation_p(kLow, kHigh, Labelings(4, 4)) == doctest::Approx(2.0 / 70));
  CHECK(*permutation_p(kHigh, kLow, Labelings(4, 4)) == doctest::Approx(2.0 / 70));
}

TEST_CASE("the runs in the other order have the same p, where not all ways can be tried") {
  const auto samples = [](std::size_t count, double shift) {
    std::vector<double> out;
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(shift + static_cast<double>(i * i * 7919 % 101));
    return out;
  };
  for (const auto& [count_a, count_b] :
       {std::pair<std::size_t, std::size_t>{10, 10}, {11, 11}, {9, 14}, {30, 8}}) {
    CAPTURE(count_a);
    const std::vector<double> a = samples(count_a, 0), b = samples(count_b, 20);
    const Labelings forth(count_a, count_b), back(count_b, count_a);
    REQUIRE_FALSE(forth.exact());
    CHECK(forth.count() == back.count());
    const double p = *permutation_p(a, b, forth);
    CHECK(p > 0.001);
    CHECK(p < 0.5);
    CHECK(*permutation_p(b, a, back) == p);
    const std::vector<double> c = samples(count_a, 5), d = samples(count_b, 0);
    CHECK(*max_t_p({{a, b}, {c, d}}, 1, forth) == *max_t_p({{b, a}, {d, c}}, 1, back));
  }
}

TEST_CASE("the same numbers twice do not differ") {
  CHECK(*permutation_p(kLow, kLow, Labelings(4, 4)) == doctest::Approx(1));
  const std::vector<double> equal(5, 7.0);
  CHECK(*permutation_p(equal, equal, Labelings(5, 5)) == doctest::Approx(1));
}

TEST_CASE("three samples are not tested") {
  const std::vector<double> three = {1, 2, 3};
  CHECK_FALSE(permutation_p(three, kHigh, Labelings(3, 4)));
  CHECK_FALSE(max_t_p({{three, kHigh}}, 1, Labelings(3, 4)));
}

TEST_CASE("the shift is the median of all differences, its interval by the rank sum") {
  // Differences 7 … 13. Of 70 orders one has a rank sum of 0 (1.4 %), two of at most 1 (2.9 %): one
  // difference is cut, so the interval is the first to the last.
  const auto shift = estimate_shift(kLow, kHigh);
  REQUIRE(shift);
  CHECK(shift->shift == 10);
  CHECK(shift->low == 7);
  CHECK(shift->high == 13);
}

TEST_CASE("six against six cut five differences at each end") {
  // b - a takes each of 970 … 1005 once. The critical value of the Mann-Whitney test for 6 and 6 at
  // 5 % is 5, so the interval is from the 6th to the 31st difference.
  const std::vector<double> a = {0, 6, 12, 18, 24, 30};
  const std::vector<double> b = {1000, 1001, 1002, 1003, 1004, 1005};
  const auto shift = estimate_shift(a, b);
  REQUIRE(shift);
  CHECK(shift->shift == 987.5);
  CHECK(shift->low == 975);
  CHECK(shift->high == 1000);
}

TEST_CASE("a key that moved stands out among keys that did not") {
  const std::vector<TestedKey> keys = {{{5, 6, 7, 8}, {8, 7, 6, 5}}, {kLow, kHigh}};
  // However the first key is parted, its means are 2 apart at most: 5, 5, 6, 6 and 7, 7, 8, 8, a t
  // of 4.9. The second one's is 11.
  const auto p = max_t_p(keys, 0.001, Labelings(4, 4));
  REQUIRE(p);
  CHECK((*p)[0] == doctest::Approx(1));
  CHECK((*p)[1] == doctest::Approx(2.0 / 70));
}

TEST_CASE("readings that never change are no certainty") {
  const std::vector<double> five(4, 5.0);
  const auto p = max_t_p({{five, five}}, 1000, Labelings(4, 4));
  REQUIRE(p);
  CHECK(p->front() == doctest::Approx(1));
}

TEST_CASE("a stop gives no p-values") {
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(max_t_p({{kLow, kHigh}}, 1, Labelings(4, 4), stop.get_token()));
}
