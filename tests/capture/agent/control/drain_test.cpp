// Requests to the drain thread from several threads at once. Under the thread sanitizer, everything
// they share is checked.
#include "capture/agent/control/drain.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/agent/control/drain_channel.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

std::atomic<bool> has_stopped{false};

}  // namespace

TEST_CASE("a request is answered when it is done, not when another one is") {
  for (int times = 0; times < 300; ++times) {
    has_stopped = false;
    const Drain drain;
    // Long enough to notice an answer that comes too early.
    when_stopped([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      has_stopped = true;
    });
    std::atomic<bool> enough{false};
    std::thread other([&enough] {
      while (!enough) request(Request::Flush);
    });
    wait_done(request(Request::Flush), kPatience);  // the other one is being handled
    const bool answered = wait_done(request(Request::Stop), kPatience);
    const bool done = has_stopped;
    enough = true;
    other.join();
    REQUIRE(answered);
    REQUIRE(done);
  }
}

TEST_CASE("every thread that asks is answered") {
  const Drain drain;
  std::atomic<int> answered{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&answered] {
      for (int times = 0; times < 200; ++times)
        answered += wait_done(request(Request::Flush), kPatience) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(answered == 4 * 200);
}
