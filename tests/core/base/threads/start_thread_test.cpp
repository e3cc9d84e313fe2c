#include "core/base/threads/start_thread.h"

#include <atomic>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/threads/parallel.h"

namespace lanescope {

TEST_CASE("work is done on a thread where there is one") {
  std::atomic<bool> done{false};
  std::jthread thread;
  CHECK(start_thread(thread, [&] { done = true; }));
  thread.join();
  CHECK(done);
  CHECK_FALSE(take_thread_shortage());
}

TEST_CASE("a thread that is refused is noted, and nothing runs") {
  std::jthread thread;
  bool done = false;
  {
    const ThreadsRefused refused;
    CHECK_FALSE(start_thread(thread, [&] { done = true; }));
  }
  CHECK_FALSE(done);
  CHECK_FALSE(thread.joinable());
  CHECK(take_thread_shortage());
  CHECK_FALSE(take_thread_shortage());
  CHECK(start_thread(thread, [&] { done = true; }));
  thread.join();
  CHECK(done);
}

TEST_CASE("what has to be done is done, elsewhere or here") {
  int done = 0;
  {
    const auto elsewhere = do_elsewhere([&done] { ++done; });
  }
  CHECK(done == 1);
  const ThreadsRefused refused;
  const auto here = do_elsewhere([&done] { ++done; });
  CHECK(done == 2);
  CHECK(take_thread_shortage());
}

TEST_CASE("many things at once are done by one thread where there are no more") {
  const ThreadsRefused refused;
  std::vector<int> done(100, 0);
  parallel_for(done.size(), 8, [&](std::size_t i, unsigned worker) {
    CHECK(worker == 0);
    done[i] = 1;
  });
  CHECK(done == std::vector<int>(100, 1));
  (void)take_thread_shortage();
}

}  // namespace lanescope
