#include "app/python/interruptible.h"

#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

struct LeftWork {
  std::mutex mutex;  // guards what follows
  std::vector<std::future<void>> running;
};

LeftWork*& left_work() {
  static LeftWork* work = new LeftWork;  // destroying it would wait
  return work;
}

bool has_ended(const std::future<void>& work) {
  return work.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

void leave_running(std::future<void> work) {
  LeftWork& left = *left_work();
  const std::lock_guard lock(left.mutex);
  std::erase_if(left.running, has_ended);
  left.running.push_back(std::move(work));
}

void wait_for_what_was_left() {
  LeftWork& left = *left_work();
  const std::lock_guard lock(left.mutex);
  left.running.clear();  // a future of std::async waits for its work
}

void forget_what_was_left() {
  left_work() = new LeftWork;  // another thread may have had the old one's mutex
}

}  // namespace lanescope
