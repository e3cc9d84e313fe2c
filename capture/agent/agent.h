// What the parts of the agent share: is anything recorded, where to, and how recording begins.
//
//   if (Recording now; now) now.lane().write(aux, wire::MarkRecord{...});
//
// Everything here is safe on any thread of the target and blocks never, start() apart.
#pragma once

#include <atomic>
#include <cstdint>

#include "capture/agent/process/thread_state.h"
#include "capture/agent/ring/channels.h"
#include "capture/agent/ring/clock.h"

namespace lanescope::agent {

/// Why nothing is recorded; bits of one word.
enum class Off : std::uint32_t {
  NotStarted = 1,
  Paused = 2,   // the user asked for it
  Stopped = 4,  // for good: stopped, the process ends, CUPTI has failed
};

inline constinit std::atomic<std::uint32_t> off_reasons{
    static_cast<std::uint32_t>(Off::NotStarted)};

/// One relaxed load.
inline bool recording() {
  return off_reasons.load(std::memory_order_relaxed) == 0;
}
void set_off(Off reason, bool on);

/// A moment in which this thread writes records: on entry of every callback. False when nothing is
/// recorded, when this thread is in the agent's code already, and when it has no channel (counted).
class Recording {
 public:
  Recording() {
    if (!recording() || this_thread.busy) return;
    this_thread.busy = true;
    channel_ = channels().take();
    if (channel_ == nullptr) this_thread.busy = false;
  }
  ~Recording() {
    if (channel_ == nullptr) return;
    channels().give_back(channel_);
    this_thread.busy = false;
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  explicit operator bool() const { return channel_ != nullptr; }
  [[nodiscard]] Channel& channel() const { return *channel_; }
  /// Several threads write to it in turn: numbers given out earlier may be another thread's.
  [[nodiscard]] bool shared() const { return channel_ != this_thread.channel; }

 private:
  Channel* channel_ = nullptr;
};

/// The innermost NVTX range of this thread, for the calls made in it; 0: none. The NVTX part sets
/// it, with numbers that it gave out in RangePush.
inline void set_current_range(std::uint32_t range) {
  this_thread.range = range;
}
inline std::uint32_t current_range(const Recording& now) {
  return now.shared() ? 0 : this_thread.range;
}

enum class Why { Cuda, Nvtx, Python };

/// Connects to the viewer and receives the ring, once; the first to come waits at most 2 s for the
/// answer, others wait for the first. True when records may be written from now on (they may be
/// paused). After a fork the child starts over at its next call. With Why::Cuda CUPTI is armed too.
bool start(Why why);

/// Has everything delivered that CUPTI holds, and waits for it at most `most_ns`.
void flush(std::int64_t most_ns);
/// The same as a program of Python ends, and before it waits for the GPU where the program has used
/// one. A process's end is held up by two seconds at most, in all.
void flush_at_end(bool used_gpu);

// What follows is filled in by the other parts.

/// The stack number of this thread's Python frames in `channel`, 0 for none. Called from callbacks,
/// inside a Recording; numbers are kept per Channel::generation().
std::uint32_t python_stack(Channel& channel);

class MessageText;

/// Lines for the Caps message about Python: "python", "python_stacks".
void describe_python(MessageText& caps);

/// What the viewer asked for.
struct Options {
  int level = 1;  // 0 kernels and copies, 1 and what explains them, 2 everything
  bool python_stacks = true;
  std::int64_t flush_ns = 100 * kMillisecond;
  std::uint32_t buffer_mb = 4;
  bool paused = false;
};
/// Fixed once start() has returned true.
const Options& options();

}  // namespace lanescope::agent
