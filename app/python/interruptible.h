// Work that Ctrl+C ends: it runs on a thread of its own, while the one that asked for it looks
// whether to go on.
#pragma once

#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include "app/cli/traces/open_trace.h"
#include "app/python/fault.h"
#include "core/base/threads/start_thread.h"

namespace lanescope {

/// Asked every kLoadPoll whether to go on.
using GoOn = std::function<bool()>;

/// Thrown by work that was stopped, as it has no answer.
struct Stopped {};

inline void throw_if_stopped(const std::stop_token& stop) {
  if (stop.stop_requested()) throw Stopped();
}

/// Takes over work that was stopped: an analysis may take seconds to end, and no one waits for it.
void leave_running(std::future<void> work);
/// Before the process ends, as the work must not outlive what it uses.
void wait_for_what_was_left();
/// In a process that was forked, which has none of the threads.
void forget_what_was_left();

/// Starts work on a thread of its own. Throws Fault, about the path, if there is none to be had.
template <typename Work>
std::future<void> start_work(const std::string& path, Work work) {
  try {
    return std::async(std::launch::async, std::move(work));
  } catch (const std::system_error&) {
    fail(path, kNoThreads);
  }
}

/// What `work` returns or throws; it is called with a stop token. Nullopt if `go_on` has ended it:
/// the work may then still run, so it must own what it uses. `path` is for messages.
template <typename Work>
auto run_interruptibly(const std::string& path, const GoOn& go_on, Work work)
    -> std::optional<std::invoke_result_t<const Work&, std::stop_token>> {
  using Answer = std::invoke_result_t<const Work&, std::stop_token>;
  std::stop_source stop;
  const auto answer = std::make_shared<std::optional<Answer>>();
  std::future<void> done = start_work(
      path, [answer, work = std::move(work), token = stop.get_token()] { *answer = work(token); });
  while (done.wait_for(kLoadPoll) != std::future_status::ready) {
    if (go_on()) continue;
    stop.request_stop();
    leave_running(std::move(done));
    return std::nullopt;
  }
  done.get();
  return std::move(*answer);
}

}  // namespace lanescope
