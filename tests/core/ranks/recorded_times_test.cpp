#include "core/ranks/recorded_times.h"

#include <optional>
#include <span>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

bool far_apart(const std::vector<std::optional<TimeRange>>& unix_times) {
  std::vector<RankClaim> claims;
  for (const auto& time : unix_times) {
    RankClaim& claim = claims.emplace_back();
    claim.unix_time = time;
  }
  return recorded_far_apart(std::span<const RankClaim>(claims));
}

}  // namespace

TEST_CASE("recordings are far apart if the pause between two is ten times the longest") {
  const TimeRange first{1000, 1100};
  CHECK_FALSE(far_apart({first, TimeRange{1050, 1150}}));
  CHECK_FALSE(far_apart({first, TimeRange{2000, 2100}}));
  CHECK(far_apart({first, TimeRange{2300, 2400}}));
  CHECK(far_apart({TimeRange{2300, 2400}, first}));
  CHECK_FALSE(far_apart({first, TimeRange{2300, 2800}}));
}

TEST_CASE("one long recording bridges what is beside it, and unknown times are far from nothing") {
  CHECK_FALSE(far_apart({TimeRange{0, 10}, TimeRange{5, 5000}, TimeRange{4900, 4910}}));
  CHECK_FALSE(far_apart({TimeRange{1000, 1100}, std::nullopt}));
  CHECK_FALSE(far_apart({TimeRange{1000, 1100}, TimeRange{90'000, 90'000}}));
  CHECK_FALSE(far_apart({}));
}
