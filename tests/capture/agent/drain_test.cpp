// What is asked of the drain thread, by several threads at once. Under the thread sanitizer all
// that they share is watched.
#include "capture/agent/drain.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <doctest/doctest.h>

#include "capture/agent/gpu.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

constexpr std::int64_t kPatience = 20 * kSecond;

bool is_drained_by_a_thread() {
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    if (std::getline(std::ifstream(task.path() / "comm"), name) && name == "lanescope-gpu")
      return true;
  }
  return false;
}

/// A drain thread without CUPTI, which ends with this.
class Drained {
 public:
  Drained() { REQUIRE(start_drain()); }
  ~Drained() {
    CHECK(wait_done(request(Request::End), kPatience));
    while (is_drained_by_a_thread()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    forget_drain();
    forget_gpu();
    set_off(Off::Stopped, false);
  }
  Drained(const Drained&) = delete;
  Drained& operator=(const Drained&) = delete;

 private:
  TestRing ring_;
  RecordingTo recording_{ring_};
};

std::atomic<bool> has_stopped{false};

}  // namespace

TEST_CASE("a request is answered when it is done, not when another one is") {
  for (int times = 0; times < 300; ++times) {
    has_stopped = false;
    const Drained drained;
    // Long enough that an answer too early is seen.
    when_stopped([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      has_stopped = true;
    });
    std::atomic<bool> enough{false};
    std::thread other([&enough] {
      while (!enough) request(Request::Flush);
    });
    wait_done(request(Request::Flush), kPatience);  // the other is at it
    const bool answered = wait_done(request(Request::Stop), kPatience);
    const bool done = has_stopped;
    enough = true;
    other.join();
    REQUIRE(answered);
    REQUIRE(done);
  }
}

TEST_CASE("every thread that asks is answered") {
  const Drained drained;
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
