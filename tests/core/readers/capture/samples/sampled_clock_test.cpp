// Samples of a program while the system's clock is set: the lanes must not show it.
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

constexpr Ns kMs = 1'000'000, kTick = 5 * kMs, kBase = 100'000'000 * kMs;

/// Two seconds as the sampler writes them, by a clock that is set by `shift` at `set_at`: samples
/// at each tick, which is a run of its own, counters ten times a second, and Clock records each
/// second and at the first tick after the step.
std::string sampled(Ns set_at, Ns shift) {
  Program program;
  ChannelBytes& channel = program.channel;
  bool is_set = false;
  for (Ns even = 0; even <= 2'000 * kMs; even += kTick) {
    const Ns now = kBase + even + (even >= set_at ? shift : 0);
    if (even % (1'000 * kMs) == 0 || (even >= set_at && !std::exchange(is_set, true)))
      channel.clock(now, even);
    if (even == 0) channel.sample_stats({.time_ns = now, .period_ns = kTick});
    const bool computes = even / kTick % 2 == 0;
    channel.sample(now, {.tid = kMain, .stack = computes ? program.in_main : program.in_tokenize});
    if (even % (100 * kMs) == 0)
      channel.add(wire::RecordType::Counter, channel.string("Resident memory (bytes)"),
                  wire::CounterRecord{{}, now, static_cast<double>(even)});
  }
  channel.sample(kBase + 2'000 * kMs + (set_at == kMaxNs ? 0 : shift),
                 {.tid = kMain, .state = wire::SampledState::Ended});
  return program.file();
}

}  // namespace

TEST_CASE("lanes of samples stay even when the clock is set") {
  constexpr Ns kHour = 3'600'000 * kMs;
  const Loaded even(sampled(kMaxNs, 0));
  const auto expected = even.functions();
  REQUIRE(expected.size() > 400);
  for (const Ns shift : {kHour, -kHour, 40 * kMs, -40 * kMs}) {
    // Just before counters are written, just after, and in between.
    for (const Ns set_at : {1'495 * kMs, 1'505 * kMs, 1'550 * kMs, 5 * kMs}) {
      CAPTURE(shift);
      CAPTURE(set_at);
      const Loaded loaded(sampled(set_at, shift));
      CHECK(loaded.functions() == expected);
      CHECK(loaded.states() == even.states());
      CHECK(loaded.trace().extent == even.trace().extent);
      CHECK(issues(loaded.trace(), "clock_step") == 1);
    }
  }
}
