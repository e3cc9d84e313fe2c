#include "core/analysis/host_time/main_thread.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/analysis/host_time/host_states.h"
#include "core/base/check.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

/// Calls that wait for whichever file is ready first, for who connects, or for a signal.
constexpr std::array<std::string_view, 13> kIdleCalls{
    "poll",        "ppoll",        "select", "pselect", "pselect6",        "epoll_wait",
    "epoll_pwait", "epoll_pwait2", "accept", "accept4", "rt_sigtimedwait", "rt_sigsuspend",
    "pause"};

}  // namespace

bool is_main_thread(const Snapshot& snapshot, const HostThreadTime& thread) {
  return snapshot.text(thread.process) == snapshot.text(thread.thread);
}

std::optional<std::uint32_t> main_thread(const Snapshot& snapshot, const HostTime& time,
                                         StringId process) {
  const auto main = std::ranges::find_if(time.threads, [&](const HostThreadTime& thread) {
    return thread.process == process && is_main_thread(snapshot, thread);
  });
  if (main == time.threads.end()) return std::nullopt;
  return static_cast<std::uint32_t>(main - time.threads.begin());
}

bool is_idle_wait(const Snapshot& snapshot, const HostWait& wait) {
  const HostState state = host_state_of(snapshot, wait);
  if (state == HostState::Sleep || state == HostState::OtherThread || state == HostState::EventLoop)
    return true;
  const std::string_view name = parse_thread_state(snapshot.text(wait.state)).name;
  return std::ranges::find(kIdleCalls, name.substr(0, name.find(' '))) != kIdleCalls.end();
}

Ns idle_ns(const Snapshot& snapshot, const HostTime& time, std::uint32_t thread) {
  LANESCOPE_CHECK(thread < time.threads.size(), "thread {} of {}", thread, time.threads.size());
  Ns sum_ns = 0;
  for (const HostWait& wait : time.waits) {
    if (wait.thread == thread && is_idle_wait(snapshot, wait))
      sum_ns = saturating_add(sum_ns, wait.total_ns);
  }
  return sum_ns;
}

bool is_mostly_idle(const Snapshot& snapshot, const HostTime& time, std::uint32_t thread) {
  return idle_ns(snapshot, time, thread) > time.threads.at(thread).sampled_ns / 2;
}

}  // namespace lanescope
