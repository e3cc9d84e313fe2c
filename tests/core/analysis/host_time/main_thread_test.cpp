// Which thread is the main one, and when it has nothing to do. Times are in µs.
#include "core/analysis/host_time/main_thread.h"

#include <doctest/doctest.h>

#include "core/analysis/events/window.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// What the only thread is taken for that is in a state for 60 of 100 ms.
bool is_idle_in(const char* state) {
  TraceText trace;
  trace.slice("thread_state", state, "100", "100", "0", "60000")
      .slice("thread_state", "running", "100", "100", "60000", "40000");
  const auto loaded = trace.load();
  return is_mostly_idle(*loaded, analyse_host_time(*loaded, whole_window()), 0);
}

}  // namespace

TEST_CASE("the main thread has the number of its process") {
  TraceText trace;
  trace.slice("thread_state", "running", "100", "101", "0", "1000")
      .slice("thread_state", "running", "100", "100", "0", "10")
      .slice("thread_state", "running", "200", "201", "0", "10");
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  for (const HostThreadTime& thread : time.threads) {
    const auto main = main_thread(*loaded, time, thread.process);
    if (loaded->text(thread.process) == "200")
      CHECK_FALSE(main);
    else
      CHECK(loaded->text(time.threads.at(main.value()).thread) == "100");
  }
}

TEST_CASE(
    "a thread that sleeps or waits for whatever comes is idle, one that waits for an answer not") {
  for (const char* const state :
       {"clock_nanosleep", "pause", "rt_sigtimedwait", "select", "epoll_wait", "accept4",
        "poll socket", "event loop is idle", "waiting for a queue"}) {
    CAPTURE(state);
    CHECK(is_idle_in(state));
  }
  for (const char* const state : {"futex", "recvfrom socket", "read /data/a.bin", "wait4",
                                  "waiting for the GIL", "waiting for a CPU"}) {
    CAPTURE(state);
    CHECK_FALSE(is_idle_in(state));
  }
}
