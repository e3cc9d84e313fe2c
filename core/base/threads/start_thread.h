// Threads that the system may refuse to create, because of a process limit or lack of memory. The
// program continues with those it has.
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
#include "core/base/threads/alone.h"

namespace lanescope {

/// For messages: what is wrong and what to do.
inline constexpr std::string_view kNoThreads =
    "cannot create more threads; close other programs or raise the limits (`ulimit -a`)";

// Per process, as threads are.
inline std::atomic<bool> thread_shortage = false;

/// Records that a thread was refused, unless this system has none at all. Any thread.
inline void note_thread_shortage() {
  if (has_threads()) thread_shortage = true;
}
/// Whether that has happened since the last call. Any thread.
inline bool take_thread_shortage() {
  return thread_shortage.exchange(false);
}

/// While one exists, the functions in this file start no threads. For tests.
class ThreadsRefused {
 public:
  ThreadsRefused() { ++count_; }
  ~ThreadsRefused() { --count_; }
  ThreadsRefused(const ThreadsRefused&) = delete;
  ThreadsRefused& operator=(const ThreadsRefused&) = delete;

  [[nodiscard]] static bool any() { return count_ > 0; }
  /// Throws the same exception as a refusal by the system.
  static void check() {
    if (count_ > 0 || !has_threads())
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }

 private:
  static inline std::atomic<int> count_{0};
};

/// Runs `work` on a new thread, owned by `thread`; one that it owned before is joined. False if the
/// system refuses, which is recorded; `work` is then lost.
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

/// Runs `work` on a detached thread. False if the system refuses, which is recorded; `work` is then
/// lost.
template <typename Work>
bool start_detached(Work&& work) {
  std::jthread thread;
  const bool started = start_thread(thread, std::forward<Work>(work));
  if (started) thread.detach();
  return started;
}

/// For work that must be done but takes too long for the calling thread: runs it on a new thread,
/// or on this one if there is none. The destructor of the future waits for it.
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

/// Calls `start`, which creates a thread that the program cannot do without. nullopt if that
/// succeeded. Errors: Unsupported.
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
