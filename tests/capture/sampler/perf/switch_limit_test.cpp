#include "capture/sampler/perf/switch_limit.h"

#include <doctest/doctest.h>

using namespace lanescope;
using Turn = SwitchLimit::Turn;

namespace {

constexpr std::size_t kMost = 100;
constexpr Ns kMs = 1'000'000;

void add(SwitchLimit& limit, std::size_t switches) {
  for (std::size_t i = 0; i < switches; ++i) limit.add();
}

}  // namespace

TEST_CASE("a CPU that switches too often is off for the rest of the second") {
  SwitchLimit limit;
  const Ns begin_ns = 5'000 * kMs;
  CHECK(limit.turn(begin_ns, kMost) == Turn::None);
  add(limit, kMost);
  CHECK(limit.turn(begin_ns + 5 * kMs, kMost) == Turn::None);
  add(limit, 1);
  CHECK(limit.turn(begin_ns + 10 * kMs, kMost) == Turn::Off);
  CHECK(limit.is_off());
  CHECK(limit.off_ns() == begin_ns + 10 * kMs);
  CHECK(limit.end_ns() == begin_ns + 1'000 * kMs);
  // What its ring still held does not turn it off again.
  add(limit, kMost);
  CHECK(limit.turn(begin_ns + 500 * kMs, kMost) == Turn::None);
  CHECK(limit.turn(begin_ns + 1'000 * kMs, kMost) == Turn::On);
  CHECK_FALSE(limit.is_off());
  add(limit, kMost);
  CHECK(limit.turn(begin_ns + 1'005 * kMs, kMost) == Turn::None);
}

TEST_CASE("what found no room counts, too, and a pause begins anew") {
  SwitchLimit limit;
  CHECK(limit.turn(1, kMost) == Turn::None);
  limit.add_lost(2 * kMost + 2);
  CHECK(limit.turn(2, kMost) == Turn::Off);
  limit.begin_again();
  CHECK_FALSE(limit.is_off());
  CHECK(limit.turn(3, kMost) == Turn::None);
}
