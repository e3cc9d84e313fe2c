#include <atomic>
#include <chrono>
#include <thread>

#include <doctest/doctest.h>

#include "core/view/results/background.h"

namespace lanescope {
namespace {

/// Asks until `done`; false after ten seconds.
template <typename Ask, typename Done>
bool ask_until(const Ask& ask, const Done& done) {
  for (int i = 0; i < 10'000; ++i) {
    ask();
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

TEST_CASE("a computation ends before the next one begins, and the last wish is fulfilled") {
  std::atomic<bool> go = false;
  std::atomic<int> computed = 0;
  Latest<int, int> latest([] {});
  const auto make = [&](int key) {
    return [&go, &computed, key](const std::stop_token&) {
      while (!go) std::this_thread::yield();
      ++computed;
      return key * 10;
    };
  };
  // As in a drag: each frame wants something else while the first one is still computed.
  for (int key = 1; key <= 5; ++key) latest.ask(key, make);
  CHECK(latest.value() == nullptr);
  CHECK_FALSE(latest.current());
  go = true;
  REQUIRE(ask_until([&] { latest.ask(5, make); }, [&] { return latest.value() != nullptr; }));
  CHECK(*latest.value() == 10);  // shown on the way
  REQUIRE(ask_until([&] { latest.ask(5, make); }, [&] { return latest.current(); }));
  CHECK(*latest.value() == 50);
  CHECK(computed == 2);
}

TEST_CASE("what is forgotten is made anew") {
  int made = 0;
  Latest<int, int> latest([] {});
  const auto make = [&](int key) {
    ++made;
    return [key](const std::stop_token&) { return key; };
  };
  REQUIRE(ask_until([&] { latest.ask(1, make); }, [&] { return latest.current(); }));
  latest.forget();
  CHECK(latest.value() == nullptr);
  CHECK_FALSE(latest.current());
  latest.ask(2, make);
  REQUIRE(ask_until([&] { latest.ask(2, make); }, [&] { return latest.current(); }));
  CHECK(*latest.value() == 2);
  CHECK(made == 2);
}

}  // namespace
}  // namespace lanescope
