#include "core/build/tracks/memory_ties.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

RawMemory record(std::int64_t address, std::int64_t bytes, std::int64_t allocated = -1,
                 std::int64_t index = -1) {
  RawMemory raw;
  raw.address = address;
  raw.bytes = bytes;
  raw.has_totals = allocated >= 0;
  raw.allocated = raw.has_totals ? allocated : 0;
  raw.index = index;
  return raw;
}

/// "+4@1 -4@1 …" of records that are all of one time, in whatever order they were handed over;
/// "different" when that made a difference.
std::string sorted(std::vector<RawMemory> records, Ns first_ns = 5) {
  std::string reported;
  std::mt19937_64 random(7);
  for (int round = 0; round < 30; ++round) {
    std::shuffle(records.begin() + 1, records.end(), random);
    std::vector<MemoryRef> refs;
    for (const RawMemory& raw : records)
      refs.push_back({&raw, refs.empty() ? first_ns : 5, refs.size(), EventId::None});
    sort_records(refs);
    std::string text;
    for (const MemoryRef& ref : refs) {
      text += (text.empty() ? "" : " ") + std::string(ref.raw->bytes > 0 ? "+" : "") +
              std::to_string(ref.raw->bytes) + "@" + std::to_string(ref.raw->address);
    }
    if (round > 0 && text != reported) return "different";
    reported = text;
  }
  return reported;
}

}  // namespace

TEST_CASE("records of one time stand in the order of the profiler's own numbers") {
  CHECK(sorted({record(1, 4, -1, 12), record(1, -4, -1, 13), record(2, 8, -1, 11)}) ==
        "+8@2 +4@1 -4@1");
}

TEST_CASE("without numbers each total follows from the one before") {
  CHECK(sorted({record(1, 100, 100), record(2, 50, 150), record(1, -100, 50), record(3, 7, 57)},
               1) == "+100@1 +50@2 -100@1 +7@3");
}

TEST_CASE("the first records of a trace begin where no other one ends") {
  CHECK(sorted({record(2, 50, 1050), record(1, -100, 950), record(3, 7, 957)}) ==
        "+50@2 -100@1 +7@3");
}

TEST_CASE("where totals leave it open, a block is allocated before it is released") {
  // 100 -> 110 -> 100 -> 110: by the totals either allocation could be the first.
  CHECK(sorted({record(9, 100, 100), record(1, 10, 110), record(1, -10, 100), record(2, 10, 110)},
               1) == "+100@9 +10@1 -10@1 +10@2");
  CHECK(sorted({record(9, 100, 100), record(1, 10, 110), record(2, -10, 100), record(2, 10, 110)},
               1) == "+100@9 +10@2 -10@2 +10@1");
}

TEST_CASE("without totals blocks that are alive are released, and then allocated again") {
  CHECK(sorted({record(1, 4), record(1, -4), record(1, 6), record(2, 8)}, 1) ==
        "+4@1 -4@1 +6@1 +8@2");
}

TEST_CASE("any number of records of one time takes as many steps") {
  std::vector<RawMemory> records;
  for (int i = 0; i < 100'000; ++i) records.push_back(record(i % 7, i % 2 == 0 ? 4 : -4, 0));
  std::vector<MemoryRef> refs;
  for (const RawMemory& raw : records) refs.push_back({&raw, 5, refs.size(), EventId::None});
  sort_records(refs);
  CHECK(refs.size() == records.size());
}
