#include "core/build/tracks/run_sort.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

struct Item {
  std::int64_t time = 0;
  std::size_t place = 0;  // before sorting
  friend bool operator==(const Item&, const Item&) = default;
};

bool earlier(const Item& a, const Item& b) {
  return a.time < b.time;
}

void check_sorts(const std::vector<std::int64_t>& times) {
  std::vector<Item> items;
  for (const std::int64_t time : times) items.push_back({time, items.size()});
  std::vector<Item> wanted = items;
  std::stable_sort(wanted.begin(), wanted.end(), earlier);
  run_sort(std::span(items), earlier);
  CHECK(items == wanted);
}

std::vector<std::int64_t> rising(std::int64_t first, std::int64_t step, std::size_t count) {
  std::vector<std::int64_t> times;
  for (std::size_t i = 0; i < count; ++i)
    times.push_back(first + static_cast<std::int64_t>(i) * step);
  return times;
}

void append(std::vector<std::int64_t>& to, const std::vector<std::int64_t>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

}  // namespace

TEST_CASE("rows that are sorted, reversed, equal, one or none come out in order") {
  check_sorts({});
  check_sorts({5});
  check_sorts(rising(0, 1, 1000));
  check_sorts(rising(0, -1, 1000));
  check_sorts(std::vector<std::int64_t>(1000, 7));
}

TEST_CASE("sequences behind one another are merged and equal rows keep their order") {
  for (const std::size_t sequences : {2U, 3U, 8U, 9U, 30U}) {
    CAPTURE(sequences);
    std::vector<std::int64_t> times;
    for (std::size_t s = 0; s < sequences; ++s) {
      append(times, rising(static_cast<std::int64_t>(s % 3), 2, 400));
    }
    check_sorts(times);
  }
}

TEST_CASE("parents that were written behind hundreds of children move before them") {
  std::vector<std::int64_t> times;
  for (std::int64_t parent = 0; parent < 100'000; parent += 1000) {
    append(times, rising(parent + 1, 3, 300));
    times.push_back(parent);
  }
  times.push_back(-1);
  check_sorts(times);
}

TEST_CASE("a row that is far too late does not keep the rest from being sorted") {
  std::vector<std::int64_t> times{1'000'000};
  append(times, rising(0, 5, 2000));
  check_sorts(times);
}

TEST_CASE("rows in any order come out in order") {
  std::mt19937 random(20);
  for (const std::int64_t values : {3, 50, 1'000'000}) {
    for (const std::size_t count : {2U, 33U, 34U, 500U, 5000U}) {
      std::uniform_int_distribution<std::int64_t> any(0, values);
      std::vector<std::int64_t> times(count);
      for (std::int64_t& time : times) time = any(random);
      check_sorts(times);
    }
  }
}
