// When the interpreter exits, it frees objects that threads of ours may be reading while they still
// call CUDA. Our atexit hook announces the exit before that; until then frames are read in place,
// afterwards through copies.
#pragma once

#include <atomic>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

/// Whether the interpreter is being finalized or has been. Then there are no stacks.
bool python_is_ending();

/// Looks up the needed functions of Python's C API. False: this Python lacks them.
bool find_python_end();

/// Registers the exit hook, on the interpreter's main thread as soon as it runs Python code again.
/// Once is enough; any thread, without the GIL, never blocks.
void ask_for_python_end();

/// `function` is called by Python's main thread, with the GIL, once recording has stopped while the
/// process keeps running. Does nothing without a Python whose stacks are recorded.
void call_python_when_stopped(void (*function)());

/// True while our exit hook is registered: the interpreter is running and its exit will be
/// announced.
extern constinit std::atomic<bool> python_stands;

/// Delays the exit of the interpreter while this thread reads its frames, which takes less than a
/// microsecond. False: it cannot be delayed, because the exit has been announced or the hook is not
/// registered.
class PythonEndGuard {
 public:
  explicit PythonEndGuard(Channel& channel) : channel_(channel) {
    channel_.reads_frames.store(true);
    if (!python_stands.load()) channel_.reads_frames.store(false);
  }
  ~PythonEndGuard() { channel_.reads_frames.store(false, std::memory_order_release); }
  PythonEndGuard(const PythonEndGuard&) = delete;
  PythonEndGuard& operator=(const PythonEndGuard&) = delete;

  explicit operator bool() const { return channel_.reads_frames.load(std::memory_order_relaxed); }

 private:
  Channel& channel_;
};

}  // namespace lanescope::agent
