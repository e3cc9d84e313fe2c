// When the sampler looks: at the rate that was asked for, but in no step with any program.
#include "capture/sampler/tick_schedule.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

constexpr Ns kPeriodNs = 10'000'000;
constexpr Ns kBeginNs = 1'000'000'000'000;

/// Ticks that are all held in time.
std::vector<Ns> ticks(int count) {
  TickSchedule schedule(kBeginNs);
  std::vector<Ns> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(schedule.due_ns());
    CHECK(schedule.advance(kPeriodNs, all.back()) == 0);
  }
  return all;
}

struct Weighed {
  Ns inside_ns = 0, all_ns = 0;
  [[nodiscard]] double share() const {
    return static_cast<double>(inside_ns) / static_cast<double>(all_ns);
  }
};

/// What samples say of a line that a loop is at for `share` of each of its rounds, from `phase` of
/// a round on: each sample stands for the time until the next, as the reader has it.
Weighed seen(const std::vector<Ns>& at, double round_ns, double phase, double share) {
  Weighed sum;
  for (std::size_t i = 0; i + 1 < at.size(); ++i) {
    const double rounds = static_cast<double>(at[i] - kBeginNs) / round_ns - phase;
    const double place = rounds - std::floor(rounds);
    if (place < share) sum.inside_ns += at[i + 1] - at[i];
    sum.all_ns += at[i + 1] - at[i];
  }
  return sum;
}

}  // namespace

TEST_CASE("a loop of any period gets its lines' true shares, also if it is the sampler's own") {
  const std::vector<Ns> at = ticks(6000);  // a minute
  const auto period = static_cast<double>(kPeriodNs);
  // The golden ratio and its powers are those at which evenly spread places would be in step.
  for (const double rounds : {1.0, 2.0, 0.5, 1.0 / 3, 0.25, 3.0, 1.618034, 2.618034, 0.618034}) {
    for (const double phase : {0.0, 0.25, 0.5, 0.75}) {
      for (const double share : {0.1, 0.3, 0.5}) {
        CAPTURE(rounds);
        CAPTURE(phase);
        CAPTURE(share);
        const Weighed found = seen(at, rounds * period, phase, share);
        CHECK(std::abs(found.share() - share) < 0.03);
        CHECK(found.all_ns == at.back() - at.front());
      }
    }
  }
}

TEST_CASE("ticks keep the rate that was asked for, and never drift away") {
  const std::vector<Ns> at = ticks(100'000);
  Ns furthest_ns = 0, shortest_ns = kPeriodNs, longest_ns = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const Ns exact_ns = kBeginNs + static_cast<Ns>(i) * kPeriodNs;
    furthest_ns = std::max(furthest_ns, std::abs(at[i] - exact_ns));
    if (i == 0) continue;
    shortest_ns = std::min(shortest_ns, at[i] - at[i - 1]);
    longest_ns = std::max(longest_ns, at[i] - at[i - 1]);
  }
  CHECK(furthest_ns <
        static_cast<Ns>(TickSchedule::kMostAheadPeriods * static_cast<double>(kPeriodNs)));
  CHECK(furthest_ns < 10 * kPeriodNs);
  CHECK(shortest_ns > kPeriodNs / 3);
  CHECK(longest_ns < kPeriodNs * 5 / 3);
}

TEST_CASE("ticks that come too late are left out and counted, one that is a bit late is held") {
  TickSchedule schedule(kBeginNs);
  const Ns late_ns = schedule.due_ns() + 5 * kPeriodNs;
  const std::uint64_t left_out = schedule.advance(kPeriodNs, late_ns);
  CHECK(left_out >= 3);
  CHECK(left_out <= 4);
  CHECK(schedule.due_ns() <= late_ns);
  CHECK(schedule.due_ns() > late_ns - kPeriodNs);
  // A slower pace holds from the next tick on.
  const Ns before_ns = schedule.due_ns();
  CHECK(schedule.advance(4 * kPeriodNs, late_ns) == 0);
  CHECK(schedule.due_ns() - before_ns >= 2 * kPeriodNs - kPeriodNs / 2);
}
