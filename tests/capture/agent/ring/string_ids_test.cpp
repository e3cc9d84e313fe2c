// The tables of written texts, of one channel and of all together.
#include "capture/agent/ring/string_ids.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "capture/agent/ring/channels.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

TEST_CASE("ten thousand texts keep their numbers") {
  TestRing ring;
  RecordingTo recording(ring);
  Recording now;
  std::vector<std::uint32_t> numbers;
  for (int text = 0; text < 10'000; ++text)
    numbers.push_back(now.channel().string("text " + std::to_string(text)));
  for (int text = 0; text < 10'000; ++text) {
    REQUIRE(now.channel().string("text " + std::to_string(text)) ==
            numbers[static_cast<std::size_t>(text)]);
  }
}

TEST_CASE("a table of texts that may not grow takes no more and stays right") {
  StringIds ids;
  CHECK(ids.find(17, 3) == 0);
  CHECK(ids.add(17, 3, 1));
  CHECK(ids.find(17, 3) == 1);
  CHECK(ids.find(17, 4) == 0);
  // The budget of all tables together is 64 MiB, with 16 bytes per slot and at most half of the
  // slots used: two million texts in one table, then no more.
  std::uint64_t texts = 1;
  while (ids.add(texts * 0x9E3779B97F4A7C15ULL, 9, 2)) ++texts;
  CHECK(texts >= 500'000);
  CHECK(texts <= 2'100'000);
  CHECK(string_table_bytes() <= kStringBudget);
  CHECK(ids.find(17, 3) == 1);
  ids.clear();
  CHECK(ids.find(17, 3) == 0);
}

TEST_CASE(
    "a child has room of its own for the texts of its channels, however many its parent has") {
  std::deque<StringIds> parents;  // until not even a small table fits
  for (bool any = true; any;) {
    StringIds& table = parents.emplace_back();
    std::uint64_t texts = 1;
    while (table.add(texts * 0x9E3779B97F4A7C15ULL, 9, 1)) ++texts;
    any = texts > 1;
  }
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    Channels channels;
    channels.forget();
    StringIds own;
    ::_exit(own.add(17, 3, 1) ? 7 : 8);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WEXITSTATUS(status) == 7);
}
