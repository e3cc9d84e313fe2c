// What the sampler writes about a process while the system's clock is set.
#include <span>
#include <unistd.h>

#include <doctest/doctest.h>

#include "capture/sampler/sampled_process.h"
#include "tests/capture/sampler/child.h"
#include "tests/capture/sampler/decoded_samples.h"

using namespace lanescope;

namespace {

constexpr Ns kMs = 1'000'000, kHour = 3'600'000 * kMs, kBase = 100'000'000 * kMs;

}  // namespace

TEST_CASE("what ends after the clock was set has ended by the new clock") {
  const Child child([] { ::pause(); });
  for (const Ns shift : {kHour, -kHour}) {
    CAPTURE(shift);
    auto folder = ProcFolder::open(child.pid());
    REQUIRE(folder);
    DescriptorBudget budget;
    SampledProcess process(std::move(*folder), nullptr, budget, kBase);
    for (const Ns at : {0 * kMs, 5 * kMs})
      REQUIRE(process.sample({kBase + at, at, true, false}) == SampledProcess::Stay::Stays);
    process.write_clock_step(shift);
    DecodedSamples before;
    before.add(process.channel().bytes());
    REQUIRE(before.samples.size() == 1);
    CHECK(before.samples[0].record.last_ns == kBase + 5 * kMs);
    CHECK(before.clocks.size() == 2);
    process.end(kBase + shift + 10 * kMs);
    DecodedSamples all;
    all.add(process.channel().bytes());
    REQUIRE(all.samples.size() == 2);
    CHECK(all.samples[1].state == wire::SampledState::Ended);
    CHECK(all.samples[1].record.first_ns == kBase + shift + 5 * kMs);
  }
}
