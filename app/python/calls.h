// Calls of Python that run without its global lock (GIL). When Python ends, whoever takes that lock
// is ended on the spot, which C++ does not survive; so Python's end waits for these calls.
#pragma once

#include <nanobind/nanobind.h>

namespace lanescope {

/// A call that runs without the GIL while this exists. Made and destroyed on the same thread.
class CallWithoutGil {
 public:
  /// Gives the GIL back. Once Python is ending, ends the thread by raise_interruption() instead,
  /// unless it is the one that ends Python.
  CallWithoutGil();
  /// Takes the GIL again. Does not return if Python has ended without waiting for this call.
  ~CallWithoutGil();
  CallWithoutGil(const CallWithoutGil&) = delete;
  CallWithoutGil& operator=(const CallWithoutGil&) = delete;

 private:
  PyThreadState* thread_;
};

/// Whether calls on this thread have to end, as Python does. Any thread, with the GIL or without.
bool is_python_ending();

/// For a call that has no answer: throws what a handler of signals has raised, or at Python's end
/// SystemExit, with which a thread ends without a message. With the GIL.
[[noreturn]] void raise_interruption();

/// When the module is loaded, also by a Python that was started again in the same process.
void begin_calls();
/// When Python ends: no more calls, and waits for those that run; without the GIL. Those that do
/// not look at is_python_ending() are given 10 s.
void end_calls();
/// In a process that was forked, which has none of the other threads.
void forget_calls();

}  // namespace lanescope
