// Findings that claim the same time.
#include <doctest/doctest.h>

#include "core/analysis/findings/rules.h"

using namespace lanescope;

namespace {

FindingWithTime claim(std::string_view id, double low, double high, std::vector<TimeRange> claims) {
  FindingWithTime one;
  one.finding.id = id;
  one.finding.low_pct = low;
  one.finding.high_pct = high;
  one.claims = std::move(claims);
  return one;
}

}  // namespace

TEST_CASE("a finding is dropped when others explain more than 80 % of its time") {
  const auto complete =
      resolve_claims({claim("F04", 20, 40, {{0, 85}}), claim("F01", 10, 50, {{0, 100}})});
  REQUIRE(complete.size() == 1);
  CHECK(complete[0].id == "F04");
}

TEST_CASE("what others leave of a finding's time is its severity") {
  const auto complete = resolve_claims(
      {claim("F04", 20, 40, {{0, 30}, {50, 80}}), claim("F01", 10, 50, {{10, 60}, {100, 150}})});
  REQUIRE(complete.size() == 2);
  CHECK(complete[1].id == "F01");
  // 20 + 10 of 100 belong to F04.
  CHECK(complete[1].low_pct == doctest::Approx(7));
  CHECK(complete[1].high_pct == doctest::Approx(35));
}

TEST_CASE("a finding of unknown maximum is kept, however small what is known") {
  FindingWithTime leak = claim("F15", 0.2, 0, {});
  leak.finding.at_least = true;
  const auto complete = resolve_claims({leak, claim("F14", 0, 0.9, {})});
  REQUIRE(complete.size() == 1);
  CHECK(complete[0].id == "F15");
  CHECK(complete[0].high_pct == complete[0].low_pct);
}

TEST_CASE("findings about different time do not touch each other") {
  const auto complete = resolve_claims(
      {claim("F05", 5, 5, {}), claim("F04", 6, 40, {{0, 10}}), claim("F13", 6, 45, {{10, 20}})});
  REQUIRE(complete.size() == 3);
  CHECK(complete[0].id == "F13");  // the same lower bound, more at most
  CHECK(complete[1].id == "F04");
  CHECK(complete[2].id == "F05");
}

TEST_CASE("nothing is said below 1 %, and what is only good to know comes last") {
  auto known = claim("F08", 0, 60, {});
  known.finding.informational = true;
  const auto complete =
      resolve_claims({claim("F09", 0.2, 0.9, {}), std::move(known), claim("F17", 0, 11, {})});
  REQUIRE(complete.size() == 2);
  CHECK(complete[0].id == "F17");
  CHECK(complete[1].id == "F08");
}

TEST_CASE("what may well give back much comes before what gives back little for sure") {
  auto sure = claim("F07", 1.6, 1.7, {}), wide = claim("F02", 1, 97, {});
  auto middle = claim("F13", 20, 40, {});
  sure.finding.confidence = Confidence::High;
  wide.finding.confidence = Confidence::Low;
  middle.finding.confidence = Confidence::Medium;
  const auto complete = resolve_claims({std::move(sure), std::move(wide), std::move(middle)});
  // A third of 49, two thirds of 30, all of 1.65.
  REQUIRE(complete.size() == 3);
  CHECK(complete[0].id == "F13");
  CHECK(complete[0].expected_pct() == doctest::Approx(20));
  CHECK(complete[1].id == "F02");
  CHECK(complete[1].expected_pct() == doctest::Approx(49.0 / 3));
  CHECK(complete[2].id == "F07");
}

TEST_CASE("severities stay between 0 and 100 and in order, whatever a rule works out") {
  const auto complete = resolve_claims(
      {claim("F01", 250, 120, {}), claim("F02", -3, 7, {}), claim("F03", 5, 1.0 / 0.0, {})});
  REQUIRE(complete.size() == 2);
  CHECK(complete[0].low_pct == 100);
  CHECK(complete[0].high_pct == 100);
  CHECK(complete[1].low_pct == 0);
}
