#include <utility>

#include "core/base/threads/long_work.h"
#include "core/base/threads/task_pool.h"

namespace lanescope {

LongWork::~LongWork() {
  task_pool().withdraw(this);
}

bool LongWork::start(std::function<void()> work) {
  work_ = std::move(work);
  return task_pool().submit(
      Urgency::Shown, [this] { run_here(); }, this);
}

void LongWork::run_here() {
  if (const auto work = std::exchange(work_, nullptr)) work();
}

}  // namespace lanescope
