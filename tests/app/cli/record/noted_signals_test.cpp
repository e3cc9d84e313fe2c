#include "app/cli/record/noted_signals.h"

#include <thread>

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("what a terminal sends is told from what is sent to us alone") {
  NotedSignals noted;
  CHECK_FALSE(noted.take().any);
  noted.note(SIGTERM, true);
  noted.note(SIGINT, false);
  noted.note(SIGUSR1, true);
  const NotedSignals::Taken taken = noted.take();
  CHECK(taken.any);
  CHECK(taken.alone == std::array{0, 1, 0, 0});
  CHECK(taken.by_terminal == std::array{1, 0, 0, 0});
  CHECK_FALSE(noted.take().any);
}

TEST_CASE("no signal is lost to who looks while it comes") {
  constexpr int kEach = 200'000;
  NotedSignals noted;
  std::jthread sender([&] {
    for (int i = 0; i < kEach; ++i) noted.note(SIGTERM, true);
  });
  int seen = 0;
  while (seen < kEach) seen += noted.take().alone[1];
  CHECK(seen == kEach);
}
