// Results that an analysis asks for in order are asked for from the other end on other threads.
#include "core/analysis/asked_ahead.h"

#include <array>
#include <atomic>
#include <latch>
#include <new>

#include <doctest/doctest.h>

#include "core/base/threads/parallel.h"

using namespace lanescope;

TEST_CASE("while the caller is at the first result, others ask for each of the rest once" *
          doctest::skip(hardware_threads() < 2)) {
  constexpr std::size_t kCount = 9;
  std::array<std::atomic<int>, kCount> asked{};
  std::latch rest(kCount - 1);
  {
    AskedAhead ahead(kCount, [&](std::size_t i) {
      ++asked[i];
      rest.count_down();
    });
    ahead.caller_at(0);
    rest.wait();
  }
  CHECK(asked[0] == 0);
  for (std::size_t i = 1; i < kCount; ++i) CHECK(asked[i] == 1);
}

TEST_CASE("what the caller has asked for, and what is left when it ends, is not asked for again") {
  constexpr std::size_t kCount = 1000;
  std::array<std::atomic<int>, kCount> asked{};
  std::atomic<bool> ended = false, late = false;
  std::latch caller_is_there(1);
  {
    AskedAhead ahead(kCount, [&](std::size_t i) {
      caller_is_there.wait();
      ++asked[i];
      if (ended) late = true;
    });
    ahead.caller_at(kCount - 1);
    caller_is_there.count_down();
  }
  ended = true;
  int sum = 0;
  for (const auto& times : asked) sum += times;
  // Only what the threads had begun before the caller was there.
  CHECK(sum <= static_cast<int>(hardware_threads() - 1));
  CHECK(!late);
}

TEST_CASE("what goes wrong ahead of the caller is left to the caller") {
  std::atomic<bool> thrown = false;
  {
    AskedAhead ahead(2, [&](std::size_t) {
      thrown = true;
      thrown.notify_all();
      throw std::bad_alloc();
    });
    ahead.caller_at(0);
    if (hardware_threads() > 1) thrown.wait(false);
  }
  CHECK(thrown == (hardware_threads() > 1));
}

TEST_CASE("of nothing, nothing is asked for") {
  std::atomic<bool> asked = false;
  {
    AskedAhead ahead(0, [&](std::size_t) { asked = true; });
  }
  CHECK(!asked);
}
