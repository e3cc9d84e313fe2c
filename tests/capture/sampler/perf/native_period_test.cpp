// How often the kernel takes a sample: as often as was asked for, but in step with no round time.
#include <cmath>

#include <doctest/doctest.h>

#include "capture/sampler/perf/perf_event.h"

using namespace lanescope;

TEST_CASE("loops of round times get their true shares of native samples") {
  constexpr int kSamples = 2000;  // ten seconds of CPU time at 200 Hz
  for (const int hz : {50, 100, 200, 500, 1000, 2000}) {
    const Ns period_ns = native_period_ns(hz);
    CHECK(period_ns % 1000 == 0);
    CHECK(std::abs(static_cast<double>(period_ns) * hz / 1e9 - 1) < 0.02);
    for (const double round_ms : {1.0, 2.0, 2.5, 4.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0}) {
      for (const double share : {0.1, 0.3, 0.5}) {
        CAPTURE(hz);
        CAPTURE(round_ms);
        int inside = 0;
        for (int i = 0; i < kSamples; ++i) {
          const double rounds = static_cast<double>(i * period_ns) / (round_ms * 1e6);
          inside += rounds - std::floor(rounds) < share ? 1 : 0;
        }
        CHECK(std::abs(static_cast<double>(inside) / kSamples - share) < 0.02);
      }
    }
  }
}
