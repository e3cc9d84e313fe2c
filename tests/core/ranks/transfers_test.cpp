#include <doctest/doctest.h>

#include "core/ranks/ranks.h"
#include "tests/core/ranks/hand_made_ranks.h"

using namespace lanescope;

TEST_CASE("bandwidth is that of the shortest part of each collective") {
  auto traces = three_ranks();
  for (RankCollectives& trace : traces) {
    for (RankCollective& one : trace.collectives) {
      one.bytes = 6800;
      one.bus_factor = 1.5;
    }
  }
  const SharedGroups shared = shared_groups(traces);
  const auto matched = match_collectives(traces, shared, align_clocks(traces, shared));
  const auto rows = find_transfers(shared, matched);
  REQUIRE(rows.size() == 1);
  // The shortest parts are 4, 2, 0, 6 and 5 µs, the waits 8, 14, 6, 6 and 8.
  CHECK(rows[0].count == 5);
  CHECK(rows[0].transfer_ns == 17 * kUs);
  CHECK(rows[0].wait_ns == 42 * kUs);
  CHECK(rows[0].most_skew_ns == 8 * kUs);
  CHECK(*rows[0].algorithm_gb_per_s == doctest::Approx(2));  // 34,000 bytes in 17,000 ns
  CHECK(*rows[0].bus_gb_per_s == doctest::Approx(3));
}
