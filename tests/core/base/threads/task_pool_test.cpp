#include "core/base/threads/task_pool.h"

#include <atomic>
#include <chrono>
#include <semaphore>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/threads/start_thread.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

template <typename Condition>
bool comes_true(const Condition& condition) {
  for (int i = 0; i < 10'000 && !condition(); ++i) std::this_thread::sleep_for(1ms);
  return condition();
}

/// Tasks that run until they are let go.
struct Held {
  std::atomic<int> running{0};
  std::counting_semaphore<> go{0};

  std::function<void()> task() {
    return [this] {
      ++running;
      go.acquire();
      --running;
    };
  }
};

}  // namespace

TEST_CASE("a pool runs what it is given on no more threads than it may have") {
  std::atomic<int> done{0}, now{0}, most{0};
  TaskPool pool(3, "test");
  for (int i = 0; i < 200; ++i) {
    CHECK(pool.submit(Urgency::Quick, [&] {
      const int here = ++now;
      for (int seen = most; here > seen && !most.compare_exchange_weak(seen, here);) continue;
      std::this_thread::sleep_for(100us);
      --now;
      ++done;
    }));
  }
  CHECK(comes_true([&] { return done == 200; }));
  CHECK(most <= 3);
  CHECK(pool.threads() <= 3);
}

TEST_CASE("what somebody waits for finds a thread while analyses keep the others busy") {
  Held shown, later;
  std::atomic<bool> quick{false};
  TaskPool pool(3, "test");
  for (int i = 0; i < 3; ++i) REQUIRE(pool.submit(Urgency::Later, later.task()));
  CHECK(comes_true([&] { return later.running == 1; }));
  for (int i = 0; i < 3; ++i) REQUIRE(pool.submit(Urgency::Shown, shown.task()));
  CHECK(comes_true([&] { return shown.running == 1; }));
  REQUIRE(pool.submit(Urgency::Quick, [&] { quick = true; }));
  CHECK(comes_true([&] { return quick.load(); }));
  CHECK(later.running == 1);
  CHECK(shown.running == 1);
  later.go.release(3);
  shown.go.release(3);
  pool.finish();
}

TEST_CASE("the most urgent begins first, equally urgent ones in order") {
  Held held;
  std::vector<std::string> order;
  TaskPool pool(2, "test");
  REQUIRE(pool.submit(Urgency::Shown, held.task()));
  REQUIRE(pool.submit(Urgency::Quick, held.task()));
  REQUIRE(comes_true([&] { return held.running == 2; }));
  for (const auto& [urgency, name] :
       {std::pair(Urgency::Later, "later"), std::pair(Urgency::Shown, "first"),
        std::pair(Urgency::Shown, "second")})
    REQUIRE(pool.submit(urgency, [&order, name = std::string(name)] { order.push_back(name); }));
  std::atomic<bool> last{false};
  REQUIRE(pool.submit(Urgency::Later, [&] { last = true; }));
  held.go.release(2);
  CHECK(comes_true([&] { return last.load(); }));
  CHECK(order == std::vector<std::string>{"first", "second", "later"});
}

TEST_CASE("a group forgets what waits and waits for what runs") {
  Held held;
  std::atomic<int> ran{0};
  std::atomic<bool> ended{false};
  TaskPool pool(2, "test");
  {
    TaskGroup group(pool);
    REQUIRE(group.submit(Urgency::Shown, [&] {
      held.task()();
      ended = true;
    }));
    REQUIRE(comes_true([&] { return held.running == 1; }));
    for (int i = 0; i < 10; ++i) REQUIRE(group.submit(Urgency::Shown, [&] { ++ran; }));
    const std::jthread release([&] {
      std::this_thread::sleep_for(20ms);
      held.go.release();
    });
    group.finish();
    CHECK(ended);
  }
  CHECK(ran == 0);
}

TEST_CASE("without any thread a task is refused, and nothing is lost that was taken") {
  TaskPool pool(2, "test");
  {
    const ThreadsRefused refused;
    CHECK_FALSE(pool.submit(Urgency::Quick, [] {}));
  }
  CHECK(take_thread_shortage());
  std::atomic<bool> done{false};
  CHECK(pool.submit(Urgency::Quick, [&] { done = true; }));
  CHECK(comes_true([&] { return done.load(); }));
}

TEST_CASE("what is freed elsewhere is freed") {
  const auto held = std::make_shared<int>(1);
  free_elsewhere(std::shared_ptr<const int>(held));
  CHECK(comes_true([&] { return held.use_count() == 1; }));
}

}  // namespace lanescope
