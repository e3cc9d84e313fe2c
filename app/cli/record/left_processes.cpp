#include "app/cli/record/left_processes.h"

#include <thread>

namespace lanescope {

std::vector<std::int64_t> left_processes(const std::function<std::vector<std::int64_t>()>& running,
                                         std::chrono::milliseconds most) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kBetweenLooks{15};
  const auto until = Clock::now() + most;
  std::vector<std::int64_t> left = running();
  while (!left.empty() && Clock::now() < until) {
    std::this_thread::sleep_for(kBetweenLooks);
    left = running();
  }
  return left;
}

}  // namespace lanescope
