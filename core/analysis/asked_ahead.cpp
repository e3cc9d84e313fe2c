#include "core/analysis/asked_ahead.h"

#include <algorithm>
#include <utility>

#include "core/base/threads/parallel.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {

AskedAhead::AskedAhead(std::size_t count, std::function<void(std::size_t)> ask)
    : ask_(std::move(ask)), count_(static_cast<std::ptrdiff_t>(count)), next_(count_ - 1) {
  const std::size_t others = std::min<std::size_t>(hardware_threads() - 1, count);
  for (std::size_t i = 0; i < others; ++i) {
    std::jthread thread;
    if (!start_thread(thread, [this] { work(); })) break;
    threads_.push_back(std::move(thread));
  }
}

AskedAhead::~AskedAhead() {
  callers_ = count_;
  threads_.clear();
}

void AskedAhead::work() {
  try {
    for (std::ptrdiff_t item = next_--; item > callers_; item = next_--)
      ask_(static_cast<std::size_t>(item));
  } catch (...) {  // the caller meets it as well
  }
}

}  // namespace lanescope
