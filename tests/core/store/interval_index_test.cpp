#include "core/store/interval_index.h"

#include <algorithm>
#include <random>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

struct Intervals {
  std::vector<TimeRange> ranges;

  [[nodiscard]] IntervalIndex index() const {
    return {static_cast<std::uint32_t>(ranges.size()),
            [this](std::uint32_t i) { return ranges[i]; }};
  }
  [[nodiscard]] std::vector<std::uint32_t> found(const IntervalIndex& index,
                                                 TimeRange window) const {
    std::vector<std::uint32_t> out;
    index.overlapping(
        window, [this](std::uint32_t i) { return ranges[i]; },
        [&](std::uint32_t i) {
          out.push_back(i);
          return true;
        });
    return out;
  }
  [[nodiscard]] std::vector<std::uint32_t> expected(TimeRange window) const {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < ranges.size(); ++i) {
      const TimeRange& r = ranges[i];
      const bool point_inside = r.empty() && window.contains(r.begin_ns);
      if ((r.overlaps(window) && !r.empty()) || point_inside) out.push_back(i);
    }
    return out;
  }
};

}  // namespace

TEST_CASE("an empty index finds nothing") {
  const Intervals none;
  CHECK(none.found(none.index(), {0, 100}).empty());
  CHECK(none.found(IntervalIndex(), {0, 100}).empty());
}

TEST_CASE("a window finds what overlaps it, also points, and not what only touches it") {
  const Intervals some{{{0, 10}, {5, 5}, {10, 20}, {15, 15}, {20, 30}}};
  const auto index = some.index();
  CHECK(some.found(index, {10, 20}) == std::vector<std::uint32_t>{2, 3});
  CHECK(some.found(index, {5, 6}) == std::vector<std::uint32_t>{0, 1});
  CHECK(some.found(index, {30, 40}).empty());
}

TEST_CASE("an instant is stabbed by everything that is open then") {
  const Intervals stack{{{0, 1000}, {1, 900}, {2, 10}, {20, 800}, {30, 40}}};
  CHECK(stack.found(stack.index(), {35, 36}) == std::vector<std::uint32_t>{0, 1, 3, 4});
}

TEST_CASE("random intervals are found as by looking at each") {
  std::mt19937 random(5);
  for (const std::uint32_t count : {1U, 15U, 16U, 17U, 255U, 256U, 257U, 5000U}) {
    Intervals some;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Ns begin_ns = static_cast<Ns>(random() % 10'000);
      const Ns length_ns = random() % 50 == 0 ? 5000 : static_cast<Ns>(random() % 20);
      some.ranges.push_back({begin_ns, begin_ns + length_ns});
    }
    std::sort(some.ranges.begin(), some.ranges.end(),
              [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
    const auto index = some.index();
    for (int i = 0; i < 200; ++i) {
      const Ns begin_ns = static_cast<Ns>(random() % 16'000) - 500;
      const TimeRange window{begin_ns, begin_ns + 1 + static_cast<Ns>(random() % 300)};
      CAPTURE(window.begin_ns);
      CHECK(some.found(index, window) == some.expected(window));
    }
  }
}

TEST_CASE("a visitor that has seen enough ends the search") {
  const Intervals some{{{0, 10}, {1, 10}, {2, 10}}};
  int seen = 0;
  some.index().overlapping(
      {0, 10}, [&](std::uint32_t i) { return some.ranges[i]; },
      [&](std::uint32_t) { return ++seen < 2; });
  CHECK(seen == 2);
}

TEST_CASE("the index costs little more than half a byte an interval") {
  Intervals many;
  for (Ns i = 0; i < 100'000; ++i) many.ranges.push_back({i, i + 1});
  CHECK(many.index().memory_bytes() <= 54'000);
}

}  // namespace lanescope
