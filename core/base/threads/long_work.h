// LongWork: something that takes long and has one owner, such as the load of a trace. It gets a
// thread of its own, or where there are none a place among the tasks.
#pragma once

#include <functional>
#include <thread>

namespace lanescope {

/// One thread at a time. The owner declares it last, so that it ends before what it uses.
class LongWork {
 public:
  LongWork() = default;
  /// Waits for its end. Without threads, what has not begun is dropped.
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  /// Once. False if the system refuses a thread, which is recorded: see start_thread.h.
  [[nodiscard]] bool start(std::function<void()> work);
  /// Before waiting for its results: without threads, runs it now unless it has begun.
  void run_here();

 private:
  std::function<void()> work_;  // without threads: until it begins
  std::jthread thread_;
};

}  // namespace lanescope
