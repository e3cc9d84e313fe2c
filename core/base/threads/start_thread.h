// Threads that the system may refuse: a limit of processes, or no memory for one more. The program
// goes on with those it has.
#pragma once

#include <atomic>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/result.h"

namespace lanescope {

/// For messages: what is wrong and what to do.
inline constexpr std::string_view kNoThreads =
    "cannot create more threads; close other programs or raise the limits (`ulimit -a`)";

/// Has it told that a thread was refused. Any thread.
void note_thread_shortage();
/// Whether that happened since the last call. Any thread.
bool take_thread_shortage();

/// While one lives no thread is started by what is declared here. For tests.
class ThreadsRefused {
 public:
  ThreadsRefused() { ++count_; }
  ~ThreadsRefused() { --count_; }
  ThreadsRefused(const ThreadsRefused&) = delete;
  ThreadsRefused& operator=(const ThreadsRefused&) = delete;

  [[nodiscard]] static bool any() { return count_ > 0; }
  /// Throws what the system's refusal is told by.
  static void check() {
    if (count_ > 0)
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }

 private:
  static inline std::atomic<int> count_{0};
};

/// Runs `work` on a thread of its own, which `thread` owns from then on; one that it owned before
/// is joined. False when the system refuses, which is noted; then `work` is lost.
template <typename Work>
bool start_thread(std::jthread& thread, Work&& work) {
  try {
    ThreadsRefused::check();
    thread = std::jthread(std::forward<Work>(work));
    return true;
  } catch (const std::system_error&) {
    note_thread_shortage();
    return false;
  }
}

/// Runs `work` on a thread of its own that nobody waits for. False when the system refuses, which
/// is noted; then `work` is lost.
template <typename Work>
bool start_detached(Work&& work) {
  std::jthread thread;
  const bool started = start_thread(thread, std::forward<Work>(work));
  if (started) thread.detach();
  return started;
}

/// For what has to be done and takes too long to be done here: on a thread of its own where there
/// is one, else here and now. The future waits for it when it ends.
template <typename Work>
[[nodiscard]] std::future<void> do_elsewhere(Work work) {
  const auto shared = std::make_shared<Work>(std::move(work));
  try {
    ThreadsRefused::check();
    return std::async(std::launch::async, [shared] { (*shared)(); });
  } catch (const std::system_error&) {
    note_thread_shortage();
  }
  (*shared)();
  std::promise<void> done;
  done.set_value();
  return done.get_future();
}

/// Calls `start`, which makes a thread where there is no doing without. Nothing: it has. Errors:
/// Unsupported.
template <typename Start>
[[nodiscard]] std::optional<Error> thread_error(Start&& start) {
  try {
    ThreadsRefused::check();
    std::forward<Start>(start)();
    return std::nullopt;
  } catch (const std::system_error&) {
    return Error{Error::Kind::Unsupported, std::string(kNoThreads)};
  }
}

}  // namespace lanescope
