#include "app/python/calls.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace lanescope {
namespace {

constexpr std::chrono::seconds kMostWait{10};

struct Calls {
  std::mutex mutex;  // guards what follows; nobody waits for the GIL with it
  std::condition_variable changed;
  int running = 0;                          // until they have the GIL again
  int returning = 0;                        // of these, waiting for the GIL
  bool is_over = false;                     // Python does not wait any more
  std::atomic<std::thread::id> ended_by{};  // none: Python is not ending
};

Calls*& current_calls() {
  static Calls* calls = new Calls;  // never destroyed: threads may still wait in it
  return calls;
}

bool is_ending(const Calls& calls) {
  const std::thread::id by = calls.ended_by;
  return by != std::thread::id() && by != std::this_thread::get_id();
}

}  // namespace

CallWithoutGil::CallWithoutGil() {
  Calls& calls = *current_calls();
  {
    const std::lock_guard lock(calls.mutex);
    if (is_ending(calls)) raise_interruption();
    ++calls.running;
  }
  thread_ = PyEval_SaveThread();
}

CallWithoutGil::~CallWithoutGil() {
  Calls& calls = *current_calls();
  {
    std::unique_lock lock(calls.mutex);
    // As Python's own daemon threads, which never wake again.
    if (is_ending(calls)) calls.changed.wait(lock, [&] { return !calls.is_over; });
    ++calls.returning;
  }
  PyEval_RestoreThread(thread_);
  const std::lock_guard lock(calls.mutex);
  --calls.returning;
  --calls.running;
  calls.changed.notify_all();
}

void raise_interruption() {
  if (PyErr_Occurred() == nullptr) PyErr_SetNone(PyExc_SystemExit);
  throw nanobind::python_error();
}

bool is_python_ending() {
  return is_ending(*current_calls());
}

void begin_calls() {
  Calls& calls = *current_calls();
  const std::lock_guard lock(calls.mutex);
  calls.ended_by = std::thread::id();
  calls.is_over = false;
}

void end_calls() {
  Calls& calls = *current_calls();
  std::unique_lock lock(calls.mutex);
  calls.ended_by = std::this_thread::get_id();
  calls.changed.wait_for(lock, kMostWait, [&] { return calls.running == 0; });
  calls.is_over = true;
  calls.changed.wait(lock, [&] { return calls.returning == 0; });
}

void forget_calls() {
  current_calls() = new Calls;
}

}  // namespace lanescope
