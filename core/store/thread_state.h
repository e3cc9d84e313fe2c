// The names of a thread's sampled states: what the reader of recordings writes, analyses read.
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

inline constexpr std::string_view kStateRunning = "running";
/// It could run, but another thread has the CPU. Only where the scheduler's switches were recorded:
/// otherwise it counts as running.
inline constexpr std::string_view kStateWaitsForCpu = "waiting for a CPU";
/// What other tools, and files written by earlier versions, call the same.
inline constexpr std::string_view kStateRunnable = "runnable";
/// Nobody knows for what: the wait began and ended between two samples, or the system did not tell.
inline constexpr std::string_view kStateWaits = "waiting";
inline constexpr std::string_view kStateWaitsForGil = "waiting for the GIL";
/// For what another thread puts into it, in queue.SimpleQueue.get().
inline constexpr std::string_view kStateWaitsForQueue = "waiting for a queue";
inline constexpr std::string_view kStatePageFault = "page fault";
/// asyncio or another event loop has nothing to do until a timer, a file descriptor or another
/// thread wakes it.
inline constexpr std::string_view kStateIdleLoop = "event loop is idle";

struct ThreadState {
  std::string_view name;   // "running", "waiting for the GIL", "read /data/a.bin"
  bool holds_gil = false;  // " · GIL" or " (holds the GIL)" follows the name

  [[nodiscard]] bool runs() const { return name == kStateRunning; }
  [[nodiscard]] bool waits_for_cpu() const {
    return name == kStateWaitsForCpu || name == kStateRunnable;
  }
  [[nodiscard]] bool waits_unseen() const { return name == kStateWaits; }
  [[nodiscard]] bool waits_for_gil() const { return name == kStateWaitsForGil; }
  [[nodiscard]] bool waits_for_queue() const { return name == kStateWaitsForQueue; }
  [[nodiscard]] bool is_idle_loop() const { return name == kStateIdleLoop; }
};

/// "running · GIL", "waiting for a CPU (holds the GIL)".
std::string thread_state_text(const ThreadState& state);
/// The parts of such a text, which must outlive the result.
ThreadState parse_thread_state(std::string_view text);

}  // namespace lanescope
