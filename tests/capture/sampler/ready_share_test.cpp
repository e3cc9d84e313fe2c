#include "capture/sampler/ready_share.h"

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

constexpr Ns kPeriodNs = 10'000'000;
constexpr int kSamples = 1'000;

/// How many samples of a thread count as running, if it has `share` of a CPU and its time is
/// counted in steps.
int running(double share, Ns step_ns) {
  ReadyShare ready;
  int runs = 0;
  for (int i = 0; i < kSamples; ++i) {
    const auto cpu_ns = static_cast<Ns>(share * static_cast<double>(i * kPeriodNs));
    runs += ready.waits(cpu_ns / step_ns * step_ns, kPeriodNs) ? 0 : 1;
  }
  return runs;
}

}  // namespace

TEST_CASE("a ready thread runs at as many samples as its CPU time allows") {
  for (const Ns step_ns : {Ns{1}, Ns{1'000'000}, Ns{4'000'000}}) {
    CAPTURE(step_ns);
    // At the very first one it has had nothing.
    CHECK(running(1.0, step_ns) == kSamples - 1);
    for (const double share : {0.75, 0.5, 0.25, 0.02}) {
      CAPTURE(share);
      CHECK(running(share, step_ns) >= kSamples * share - 3);
      CHECK(running(share, step_ns) <= kSamples * share + 3);
    }
  }
  CHECK(running(0, 1) == 0);
}

TEST_CASE("the CPU time of a ready thread that is sampled seldom does not pile up") {
  ReadyShare ready;
  CHECK(ready.waits(0, kPeriodNs));
  // It computed for a second without being seen ready.
  CHECK_FALSE(ready.waits(1'000'000'000, kPeriodNs));
  int more = 0;
  for (int i = 0; i < 100; ++i) more += ready.waits(1'000'000'000, kPeriodNs) ? 0 : 1;
  CHECK(more <= 2);
}

TEST_CASE("a thread that has hardly had a CPU does not run for the whole of a long period") {
  ReadyShare ready;
  constexpr Ns kLong = 300'000'000;
  CHECK(ready.waits(1'000'000, kLong));
  CHECK(ready.waits(2'000'000, kLong));
  // One that was found when it had long been running does.
  ReadyShare old;
  CHECK_FALSE(old.waits(60'000'000'000, kLong));
}

TEST_CASE("what a thread computed before it was first looked at does not make it run") {
  ReadyShare ready;
  CHECK_FALSE(ready.waits(60'000'000'000, kPeriodNs));  // whether it ran just then is unknown
  CHECK(ready.waits(60'000'000'000, kPeriodNs));
  CHECK(ready.waits(60'001'000'000, kPeriodNs));
  CHECK_FALSE(ready.waits(60'011'000'000, kPeriodNs));
}
