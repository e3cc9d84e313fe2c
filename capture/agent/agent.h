// State shared by the parts of the agent: whether it is recording, where to, and how recording
// starts.
//
//   if (Recording now; now) now.channel().write(aux, wire::MarkRecord{...});
//
// Any thread of the target may call everything here; nothing blocks except start() and the flush
// functions.
#pragma once

#include <atomic>
#include <cstdint>

#include "capture/agent/process/thread_state.h"
#include "capture/agent/ring/channels.h"
#include "capture/agent/ring/clock.h"

namespace lanescope::agent {

/// Reasons for not recording; bits of one word.
enum class Off : std::uint32_t {
  NotStarted = 1,
  Paused = 2,   // at the user's request
  Stopped = 4,  // permanently: stopped, process exiting, or CUPTI failed
};

inline constinit std::atomic<std::uint32_t> off_reasons{
    static_cast<std::uint32_t>(Off::NotStarted)};

/// One relaxed load.
inline bool recording() {
  return off_reasons.load(std::memory_order_relaxed) == 0;
}
void set_off(Off reason, bool on);

/// Lets this thread write records while it exists; created on entry to every callback. False when
/// not recording, when this thread is already in the agent's code, or when there is no channel for
/// it (which is counted).
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
  /// Whether several threads write to it in turn; numbers assigned earlier may then belong to
  /// another thread.
  [[nodiscard]] bool shared() const { return channel_ != this_thread.channel; }

 private:
  Channel* channel_ = nullptr;
};

/// The innermost NVTX range of this thread, for the calls made in it; 0 if none. Set by the NVTX
/// part to numbers it wrote in RangePush.
inline void set_current_range(std::uint32_t range) {
  this_thread.range = range;
}
inline std::uint32_t current_range(const Recording& now) {
  return now.shared() ? 0 : this_thread.range;
}

enum class Why { Cuda, Nvtx, Python };

/// Connects to the viewer and receives the ring, once. The first caller waits at most 2 s for the
/// reply; others wait for the first. Returns true if records may be written from now on (recording
/// may still be paused). After a fork, the child starts over at its next call. Why::Cuda also sets
/// up CUPTI.
bool start(Why why);

/// Makes CUPTI deliver everything it holds; waits at most `most_ns`.
void flush(std::int64_t most_ns);
/// The same when a Python program exits. If the program used a GPU, waits for the GPU first. All
/// waits at exit together delay the process by at most two seconds.
void flush_at_end(bool used_gpu);

// Implemented by the other parts.

/// The number of this thread's Python stack in `channel`, 0 if none. Called from callbacks, inside
/// a Recording; numbers are valid for one Channel::generation().
std::uint32_t python_stack(Channel& channel);

class MessageText;

/// Adds the lines about Python to the Caps message: "python", "python_stacks".
void describe_python(MessageText& caps);

/// Options requested by the viewer.
struct Options {
  int level = 1;  // 0: kernels and copies; 1: adds what explains them; 2: everything
  bool python_stacks = true;
  std::int64_t flush_ns = 100 * kMillisecond;
  std::uint32_t buffer_mb = 4;
  bool paused = false;
};
/// Constant once start() has returned true.
const Options& options();

}  // namespace lanescope::agent
