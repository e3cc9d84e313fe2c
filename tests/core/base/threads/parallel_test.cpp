#include "core/base/threads/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("every item is visited once, by a worker that exists") {
  for (const unsigned threads : {0U, 1U, 2U, 7U}) {
    std::vector<std::atomic<int>> visits(1000);
    std::atomic<unsigned> largest_worker{0};
    parallel_for(visits.size(), threads, [&](std::size_t item, unsigned worker) {
      ++visits[item];
      unsigned seen = largest_worker;
      while (worker > seen && !largest_worker.compare_exchange_weak(seen, worker)) {
      }
    });
    for (const auto& count : visits) CHECK(count == 1);
    CHECK(largest_worker < std::max(1U, threads));
  }
}

TEST_CASE("one worker goes through the items in order on the calling thread") {
  std::vector<std::size_t> order;
  parallel_for(5, 1, [&](std::size_t item, unsigned) { order.push_back(item); });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3, 4});
}

TEST_CASE("what a worker throws reaches the caller, and the rest is left") {
  std::atomic<int> calls{0};
  CHECK_THROWS_AS(parallel_for(100'000, 4,
                               [&calls](std::size_t, unsigned) {
                                 ++calls;
                                 throw std::bad_alloc();
                               }),
                  std::bad_alloc);
  CHECK(calls <= 4);
}

TEST_CASE("no items, no calls") {
  int calls = 0;
  parallel_for(0, 4, [&](std::size_t, unsigned) { ++calls; });
  CHECK(calls == 0);
}

TEST_CASE("the environment can set the number of threads, within reason") {
  const char* const before = std::getenv("LANESCOPE_THREADS");
  const std::string held = before == nullptr ? "" : before;
  ::unsetenv("LANESCOPE_THREADS");
  const unsigned all = hardware_threads();
  CHECK(all >= 1);
  for (const auto& [text, expected] : std::vector<std::pair<const char*, unsigned>>{
           {"1", 1}, {"8", 8}, {"0", all}, {"-3", all}, {"lots", all}, {"100000", 256}}) {
    ::setenv("LANESCOPE_THREADS", text, 1);
    CHECK(hardware_threads() == expected);
  }
  ::unsetenv("LANESCOPE_THREADS");
  if (before != nullptr) ::setenv("LANESCOPE_THREADS", held.c_str(), 1);
}
