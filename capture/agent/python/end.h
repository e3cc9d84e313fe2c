// When the interpreter ends it frees what its threads look at while they may still call CUDA. Its
// own atexit tells it before that; until then frames are read as they lie, afterwards by copies.
#pragma once

#include <atomic>

#include "capture/agent/ring/channel.h"

namespace lanescope::agent {

/// Is the interpreter about to be taken apart, or has it been? Then there are no stacks.
bool python_is_ending();

/// Finds what is needed of Python's interface. False: a Python without it.
bool find_python_end();

/// Has the interpreter be asked, by its main thread as soon as that runs Python again, to tell
/// before it ends. Once is enough; any thread, without the GIL, never blocks.
void ask_for_python_end();

/// Once recording has ended and the process lives on: `function` is called by Python's main thread,
/// with the GIL. Does nothing without a Python that stacks are taken of.
void call_python_when_stopped(void (*function)());

/// True while the interpreter holds our hook: it stands, and will tell.
extern constinit std::atomic<bool> python_stands;

/// Holds up the end of the interpreter while this thread looks at its frames, which takes less than
/// a microsecond. False: it can not be held, as it has told its end or does not know of us.
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
