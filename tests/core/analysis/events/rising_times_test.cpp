// Whatever times are kept in four bytes come back as they were.
#include "core/analysis/events/rising_times.h"

#include <algorithm>
#include <cstdint>
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
    const Ns more_ns = static_cast<Ns>(random()) % longest_ns / 2 + longest_ns;
    times_ns.push_back(times_ns.back() + more_ns);
  }
  times_ns.push_back(kMaxNs);
  check_kept(times_ns);
}

TEST_CASE("the last time until another is found from wherever the search begins") {
  std::mt19937_64 random(3);
  std::vector<Ns> times_ns = {kMinNs};
  for (int i = 0; i < 20'000; ++i) {
    const Ns longest_ns = i % 6'000 == 0 ? Ns{1} << 45 : 40;  // some of them are equal
    times_ns.push_back(std::max(times_ns.back(), Ns{0}) +
                       static_cast<Ns>(random() % static_cast<std::uint64_t>(longest_ns)));
  }
  RisingTimes times;
  for (const Ns time_ns : times_ns) times.add(time_ns);
  std::size_t wrong = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::size_t at = random() % times_ns.size();
    const Ns time_ns = i % 3 == 0
                           ? kMaxNs - i
                           : std::max(times_ns[at], -kMaxNs) + static_cast<Ns>(random() % 3) - 1;
    const std::size_t near = i % 2 == 0 ? random() % times_ns.size() : at;
    const auto after = std::ranges::upper_bound(times_ns, time_ns);
    const auto expected = std::max(after - times_ns.begin(), std::ptrdiff_t{1}) - 1;
    wrong += times.last_until(time_ns, near) != static_cast<std::size_t>(expected);
  }
  CHECK(wrong == 0);
}

TEST_CASE("the limits of 32 bits are no limits") {
  check_kept({7, 7 + Ns{0xFFFFFFFF}, 7 + Ns{0x100000000}, 8 + Ns{0x100000000}});
  check_kept({kMinNs, kMaxNs - 1, kMaxNs});
}

}  // namespace
}  // namespace lanescope
