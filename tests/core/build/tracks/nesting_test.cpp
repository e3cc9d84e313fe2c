#include "core/build/tracks/nesting.h"

#include <algorithm>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

using Slices = std::vector<SortedSlice>;

Slices sorted(std::vector<TimeRange> ranges) {
  std::stable_sort(ranges.begin(), ranges.end(), [](const TimeRange& a, const TimeRange& b) {
    return a.begin_ns != b.begin_ns ? a.begin_ns < b.begin_ns : a.end_ns > b.end_ns;
  });
  Slices slices;
  for (const TimeRange& r : ranges) {
    slices.push_back({r.begin_ns, r.end_ns, static_cast<RawRef>(slices.size()), 0});
  }
  return slices;
}

std::vector<std::uint32_t> rows_of(const Slices& slices) {
  std::vector<std::uint32_t> rows;
  for (const SortedSlice& s : slices) rows.push_back(s.row);
  return rows;
}

/// What the header says, computed without any cleverness.
NestingResult counted(const Slices& slices) {
  NestingResult result;
  std::vector<SortedSlice> open;  // in the order they began
  for (const SortedSlice& s : slices) {
    std::vector<SortedSlice> still;
    std::copy_if(open.begin(), open.end(), std::back_inserter(still),
                 [&](const SortedSlice& o) { return o.end_ns > s.start_ns; });
    open = still;
    if (!open.empty() && s.end_ns > open.back().end_ns) ++result.crossings;
    open.push_back(s);
    result.max_open = std::max(result.max_open, static_cast<std::uint32_t>(open.size()));
  }
  for (const SortedSlice& s : slices) result.rows = std::max(result.rows, s.row + 1);
  return result;
}

void check_rows(const Slices& slices) {
  std::vector<Ns> free_from;
  for (const SortedSlice& s : slices) {
    if (s.row >= free_from.size()) free_from.resize(s.row + 1, kMinNs);
    CHECK(free_from[s.row] <= s.start_ns);
    free_from[s.row] = s.end_ns;
  }
}

}  // namespace

TEST_CASE("a child is drawn one row below its parent") {
  Slices slices = sorted({{0, 100}, {10, 50}, {20, 30}, {60, 90}, {120, 130}});
  const NestingResult result = assign_rows(slices);
  CHECK(rows_of(slices) == std::vector<std::uint32_t>{0, 1, 2, 1, 0});
  CHECK(result.rows == 3);
  CHECK(result.max_open == 3);
  CHECK(result.crossings == 0);
}

TEST_CASE("slices that touch share a row") {
  Slices slices = sorted({{0, 10}, {10, 20}, {20, 30}});
  CHECK(assign_rows(slices).rows == 1);
}

TEST_CASE("equal slices nest in their order") {
  Slices slices = sorted({{0, 10}, {0, 10}, {0, 10}});
  const NestingResult result = assign_rows(slices);
  CHECK(rows_of(slices) == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(result.crossings == 0);
}

TEST_CASE("a slice that outlives the one it starts in goes below it and is counted") {
  Slices slices = sorted({{0, 100}, {10, 50}, {40, 80}});
  const NestingResult result = assign_rows(slices);
  CHECK(rows_of(slices) == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(result.crossings == 1);
  CHECK(result.max_open == 3);
}

TEST_CASE("a much longer slice gets the row of those that it crosses in another one") {
  // A step, opened by frames that end a little after it has begun; then its successor.
  Slices slices = sorted({{0, 10000},
                          {100, 130},
                          {105, 125},
                          {106, 110},
                          {112, 124},
                          {120, 4000},
                          {126, 300},
                          {400, 700},
                          {450, 500},
                          {3990, 4050},
                          {4010, 4040},
                          {4030, 9000}});
  const NestingResult result = assign_rows(slices);
  check_rows(slices);
  CHECK(rows_of(slices) == std::vector<std::uint32_t>{0, 2, 3, 4, 4, 1, 3, 2, 3, 2, 3, 1});
  CHECK(result.rows == 5);
  CHECK(result.crossings == 3);
}

TEST_CASE("a slice that is not much longer stays below those that it crosses") {
  Slices slices = sorted({{0, 10000}, {100, 200}, {150, 900}});
  (void)assign_rows(slices);
  CHECK(rows_of(slices) == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("slices stay if the row below them is not free for all of them") {
  // {70, 420} cannot move to the row below it, where {50, 400} still is.
  Slices slices = sorted({{0, 10000}, {10, 60}, {50, 400}, {70, 420}, {410, 9000}});
  (void)assign_rows(slices);
  check_rows(slices);
  CHECK(rows_of(slices) == std::vector<std::uint32_t>{0, 1, 2, 1, 2});
}

TEST_CASE("two crossing slices take two rows and the next returns to the first") {
  Slices slices = sorted({{0, 10}, {5, 15}, {20, 30}});
  CHECK(assign_rows(slices).crossings == 1);
  CHECK(rows_of(slices) == std::vector<std::uint32_t>{0, 1, 0});
}

TEST_CASE("slices without length survive, inside and at the edges") {
  Slices slices = sorted({{0, 10}, {0, 0}, {5, 5}, {5, 5}, {10, 10}, {10, 20}});
  const NestingResult result = assign_rows(slices);
  check_rows(slices);
  CHECK(result.rows == 2);
  CHECK(result.crossings == 0);
  CHECK(result.max_open == 2);
}

TEST_CASE("no slices, no rows") {
  Slices none;
  const NestingResult result = assign_rows(none);
  CHECK(result.rows == 0);
  CHECK(result.max_open == 0);
}

TEST_CASE("on any intervals rows do not overlap and the counts are right") {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<TimeRange> ranges;
    const std::uint64_t span = 1 + random() % 200;
    const std::uint64_t longest = 1 + random() % 60;
    for (std::uint64_t n = random() % 120; n > 0; --n) {
      const auto begin = static_cast<Ns>(random() % span);
      ranges.push_back({begin, begin + static_cast<Ns>(random() % longest)});
    }
    Slices slices = sorted(ranges);
    const NestingResult result = assign_rows(slices);
    const NestingResult expected = counted(slices);
    CHECK(result.rows == expected.rows);
    CHECK(result.crossings == expected.crossings);
    CHECK(result.max_open == expected.max_open);
    CHECK(result.rows >= result.max_open);
    check_rows(slices);
  }
}

TEST_CASE("nested intervals take as many rows as are open at once") {
  std::mt19937_64 random(8);
  std::vector<TimeRange> ranges;
  const auto add = [&](const auto& self, Ns begin, Ns end, int depth) -> void {
    ranges.push_back({begin, end});
    for (Ns at = begin; depth < 6 && at < end;) {
      const Ns child_end = std::min(end, at + 1 + static_cast<Ns>(random() % 40));
      if (random() % 3 != 0) self(self, at, child_end, depth + 1);
      at = child_end;
    }
  };
  for (Ns at = 0; at < 20'000; at += 100) add(add, at, at + 90, 0);
  Slices slices = sorted(ranges);
  const NestingResult result = assign_rows(slices);
  CHECK(result.crossings == 0);
  CHECK(result.rows == result.max_open);
  CHECK(result.max_open == counted(slices).max_open);
  check_rows(slices);
}

TEST_CASE("a hundred thousand slices that all cross one another are laid out in time") {
  std::vector<TimeRange> ranges;
  for (Ns i = 0; i < 100'000; ++i) ranges.push_back({i, 1'000'000 + i});
  Slices slices = sorted(ranges);
  const NestingResult result = assign_rows(slices);
  CHECK(result.rows == 100'000);
  CHECK(result.max_open == 100'000);
  CHECK(result.crossings == 99'999);
}
