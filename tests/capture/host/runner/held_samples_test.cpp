#include "capture/host/runner/held_samples.h"

#include <doctest/doctest.h>

#include "tests/capture/host/runner/made_samples.h"

using namespace lanescope;

TEST_CASE("what is held comes out as it was, and only once") {
  MadeSamples made;
  HeldSamples held;
  held.add(made.waits(10, "futex", 2).take());
  held.add(made.waits(20, "poll").waits(30, "futex").take());
  const DecodedSamples all = decoded_samples(held.take());
  REQUIRE(all.samples.size() == 3);
  CHECK(all.samples[0].wait == "futex");
  CHECK(all.samples[0].record.count == 2);
  CHECK(all.samples[1].wait == "poll");
  CHECK(all.samples[2].wait == "futex");
  CHECK(all.samples[2].record.last_ns == 30);
  CHECK(held.take().empty());
  CHECK(held.dropped() == 0);
}

TEST_CASE("of more than is held the oldest go, and what is left still has its texts") {
  constexpr std::uint64_t kSamples = 100'000;  // 40 bytes each
  MadeSamples made;
  HeldSamples held;
  made.waits(0, "read /data/a.bin");
  for (std::uint64_t i = 1; i < kSamples; ++i) {
    held.add(made.take());
    made.waits(static_cast<std::int64_t>(i), "read /data/a.bin");
  }
  held.add(made.take());
  const std::vector<std::byte> bytes = held.take();
  CHECK(bytes.size() <= HeldSamples::kMostBytes + 1000);
  const DecodedSamples last = decoded_samples(bytes);
  CHECK(last.samples.size() > 20'000);
  CHECK(last.samples.size() + held.dropped() == kSamples);
  CHECK(last.samples.front().wait == "read /data/a.bin");
  CHECK(last.samples.back().record.last_ns == static_cast<std::int64_t>(kSamples) - 1);
}

TEST_CASE("where the channel begins anew, nothing older is left behind its texts") {
  MadeSamples made;
  HeldSamples held;
  held.add(made.waits(10, "futex").take());
  held.add(made.waits(20, "futex", 3).open().waits(30, "poll").take());
  const DecodedSamples all = decoded_samples(held.take());
  CHECK(all.opened.size() == 1);
  REQUIRE(all.samples.size() == 1);
  CHECK(all.samples[0].wait == "poll");
  CHECK(held.dropped() == 4);
}
