// Whatever times are kept in four bytes come back as they were.
#include "core/analysis/events/rising_times.h"

#include <random>
#include <vector>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

void check_kept(const std::vector<Ns>& times_ns) {
  RisingTimes times;
  for (const Ns time_ns : times_ns) times.add(time_ns);
  REQUIRE(times.size() == times_ns.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < times_ns.size(); ++i) wrong += times[i] != times_ns[i];
  CHECK(wrong == 0);
}

TEST_CASE("times that are near each other are kept exactly") {
  std::mt19937_64 random(1);
  std::vector<Ns> times_ns = {-5'000'000'000};
  for (int i = 0; i < 20'000; ++i)
    times_ns.push_back(times_ns.back() + static_cast<Ns>(random() % 100'000));
  check_kept(times_ns);
}

TEST_CASE("so are those with hours or more between them, anywhere in a block") {
  std::mt19937_64 random(2);
  std::vector<Ns> times_ns = {kMinNs};
  for (int i = 0; i < 20'000; ++i) {
    const Ns longest_ns = i % 1'500 == 0 ? Ns{1} << 45 : 1'000;
    times_ns.push_back(times_ns.back() + static_cast<Ns>(random()) % longest_ns / 2 + longest_ns);
  }
  times_ns.push_back(kMaxNs);
  check_kept(times_ns);
}

TEST_CASE("the limits of 32 bits are no limits") {
  check_kept({7, 7 + Ns{0xFFFFFFFF}, 7 + Ns{0x100000000}, 8 + Ns{0x100000000}});
  check_kept({kMinNs, kMaxNs - 1, kMaxNs});
}

}  // namespace
}  // namespace lanescope
