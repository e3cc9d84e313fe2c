#include "app/cli/record/left_processes.h"

#include <doctest/doctest.h>

namespace lanescope {

using Pids = std::vector<std::int64_t>;

TEST_CASE("a helper that ends moments after the program is not left") {
  int looks = 0;
  // Time enough on a slow machine: it ends at the third look.
  const Pids left = left_processes(
      [&] {
        return ++looks < 3 ? Pids{7, 8} : Pids{};
      },
      std::chrono::minutes(1));
  CHECK(left.empty());
  CHECK(looks == 3);
}

TEST_CASE("a process that stays is left, and the wait for it ends") {
  const auto begin = std::chrono::steady_clock::now();
  CHECK(left_processes([] { return Pids{7}; }) == Pids{7});
  CHECK(std::chrono::steady_clock::now() - begin >= kLastMoments);
}

TEST_CASE("a program that leaves nothing is not waited for") {
  int looks = 0;
  CHECK(left_processes([&] { return ++looks, Pids{}; }).empty());
  CHECK(looks == 1);
}

}  // namespace lanescope
