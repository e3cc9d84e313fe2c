#include "core/base/threads/long_work.h"

#include <utility>

#include "core/base/threads/start_thread.h"

namespace lanescope {

LongWork::~LongWork() = default;

bool LongWork::start(std::function<void()> work) {
  return start_thread(thread_, std::move(work));
}

void LongWork::run_here() {}

}  // namespace lanescope
