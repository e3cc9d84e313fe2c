// How much CPU time a thread has used, as others may ask.
#pragma once

#include <atomic>
#include <ctime>

#include "core/base/time.h"

namespace lanescope {

/// Of the calling thread. Cost: a system call.
inline Ns thread_cpu_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return Ns{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// Written by one thread, read by any.
class ThreadTime {
 public:
  void note() { spent_ns_.store(thread_cpu_ns(), std::memory_order_relaxed); }
  /// Until the last note.
  [[nodiscard]] Ns spent_ns() const { return spent_ns_.load(std::memory_order_relaxed); }

 private:
  std::atomic<Ns> spent_ns_{0};
};

}  // namespace lanescope
