#include "core/view/results/background.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

#include <doctest/doctest.h>

namespace lanescope {
namespace {

using namespace std::chrono_literals;

/// Asks until the answer is current; fails the test after ten seconds.
template <typename Answer, typename Ask>
Answer wait_for(const Ask& ask) {
  for (int i = 0; i < 10'000; ++i) {
    Answer answer = ask();
    if (answer.current) return answer;
    std::this_thread::sleep_for(1ms);
  }
  FAIL("no answer");
  return {};
}

}  // namespace

TEST_CASE("what there is no memory for is told and tried once, and the next question is answered") {
  (void)take_memory_shortage();
  std::atomic<int> tried{0};
  Background<int, std::string> background;
  using Answer = Background<int, std::string>::Answer;
  const auto ask = [&](int key) {
    return background.ask(key, [&tried, key](const std::stop_token&) -> std::string {
      if (key != 1) return "fits";
      ++tried;
      throw std::bad_alloc();
    });
  };
  CHECK_FALSE(ask(1).current);
  bool reported = false;
  for (int i = 0; i < 10'000 && !reported; ++i) {
    reported = take_memory_shortage();
    std::this_thread::sleep_for(1ms);
  }
  CHECK(reported);
  for (int i = 0; i < 20; ++i) CHECK_FALSE(ask(1).current);
  CHECK(*wait_for<Answer>([&] { return ask(2); }).value == "fits");
  CHECK(tried == 1);
}

TEST_CASE("a result arrives, and is computed once for a key") {
  std::atomic<int> computed{0};
  std::atomic<int> done{0};
  Background<int, std::string> background([&] { ++done; });
  using Answer = Background<int, std::string>::Answer;
  const auto ask = [&] {
    return background.ask(7, [&](const std::stop_token&) {
      ++computed;
      return std::string("seven");
    });
  };
  CHECK_FALSE(ask().current);
  CHECK(*wait_for<Answer>(ask).value == "seven");
  CHECK(*ask().value == "seven");
  CHECK(computed == 1);
  while (done == 0) std::this_thread::sleep_for(1ms);
  CHECK(done == 1);
}

TEST_CASE("the old value stays until the new one is there") {
  Background<int, int> background;
  using Answer = Background<int, int>::Answer;
  std::atomic<bool> go{false};
  const auto quick = [](const std::stop_token&) { return 1; };
  const auto slow = [&](const std::stop_token&) {
    while (!go) std::this_thread::sleep_for(1ms);
    return 2;
  };
  wait_for<Answer>([&] { return background.ask(1, quick); });
  const Answer meanwhile = background.ask(2, slow);
  CHECK_FALSE(meanwhile.current);
  CHECK(*meanwhile.value == 1);
  go = true;
  CHECK(*wait_for<Answer>([&] { return background.ask(2, slow); }).value == 2);
}

TEST_CASE("a newer key silences the older computation") {
  Background<int, int> background;
  using Answer = Background<int, int>::Answer;
  std::atomic<bool> stopped{false};
  background.ask(1, [&](const std::stop_token& stop) {
    while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
    stopped = true;
    return 1;
  });
  std::this_thread::sleep_for(5ms);
  const auto ask = [&] { return background.ask(2, [](const std::stop_token&) { return 2; }); };
  CHECK(*wait_for<Answer>(ask).value == 2);
}

TEST_CASE("what nobody asks for any more is stopped and not waited for, and tells nothing") {
  struct Shared {
    std::atomic<bool> begun{false}, stopped{false}, go{false};
    std::atomic<int> done{0};
  };
  const auto shared = std::make_shared<Shared>();
  {
    Background<int, int> background([shared] { ++shared->done; });
    background.ask(1, [shared](const std::stop_token& stop) {
      shared->begun = true;
      while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
      shared->stopped = true;
      while (!shared->go) std::this_thread::sleep_for(1ms);
      return 1;
    });
    while (!shared->begun) std::this_thread::sleep_for(1ms);
  }
  while (!shared->stopped) std::this_thread::sleep_for(1ms);  // it still runs
  shared->go = true;
  while (shared.use_count() > 1) std::this_thread::sleep_for(1ms);  // all that it held is free
  CHECK(shared->done == 0);
}

}  // namespace lanescope
