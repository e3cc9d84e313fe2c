#include "core/analysis/host_time/holding_times.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/host_time/host_time.h"
#include "tests/core/fixtures/thread_writer.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

Ns held_by_all(const HostTime& time) {
  Ns sum_ns = 0;
  for (const HostThreadTime& thread : time.threads) sum_ns += thread.gil_held_ns;
  return sum_ns;
}

}  // namespace

TEST_CASE("who wakes up for a moment while another thread has the GIL does not have it") {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  const auto other = thread_writer(trace, "100", "101");
  main("python_sample", "train.py(1): main", "0", "100");
  main("thread_state", "running · GIL", "0", "100");
  other("python_sample", "train.py(9): load", "0", "100");
  other("thread_state", "waiting for the GIL", "0", "50");
  other("thread_state", "running · GIL", "50", "4");
  other("thread_state", "waiting for the GIL", "54", "46");
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  REQUIRE(time.threads.size() == 2);
  CHECK(time.threads[0].gil_held_ns == 100'000);
  CHECK(time.threads[1].gil_held_ns == 0);
  CHECK(time.threads[1].running_ns == 4'000);
  for (const SampledCode& function : time.functions)
    CHECK(function.self_held_running_ns ==
          (function.threads == 1 && function.running_ns > 50'000 ? 100'000 : 0));
}

TEST_CASE("the GIL goes to who goes on with it, from when it could run, also in waits") {
  TraceText trace;
  const auto main = thread_writer(trace, "100", "100");
  const auto other = thread_writer(trace, "100", "101");
  main("thread_state", "running · GIL", "0", "30");
  main("thread_state", "read /data/a.bin (holds the GIL)", "30", "30");
  main("thread_state", "running", "60", "40");
  other("thread_state", "waiting for the GIL", "0", "55");
  other("thread_state", "running · GIL", "55", "45");
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  REQUIRE(time.threads.size() == 2);
  CHECK(time.threads[0].gil_held_ns == 55'000);
  CHECK(time.threads[1].gil_held_ns == 45'000);
  REQUIRE(!time.waits.empty());
  for (const HostWait& wait : time.waits)
    CHECK(wait.gil_held_ns == (wait.thread == 0 ? 25'000 : 0));
  CHECK(held_by_all(analyse_host_time(*loaded, range_window({40'000, 70'000}))) == 30'000);
}

TEST_CASE("threads of two processes have the GIL at once, and so have subinterpreters") {
  for (const char* const process : {"200", "100"}) {
    TraceText trace;
    thread_writer(trace, "100", "100")("thread_state", "running · GIL", "0", "1000000");
    thread_writer(trace, process, "201")("thread_state", "running · GIL", "10", "800000");
    const auto loaded = trace.load();
    CHECK(held_by_all(analyse_host_time(*loaded, whole_window())) == 1'800'000'000);
  }
}

TEST_CASE("the GIL is held by threads of a process for no longer than there is time") {
  TraceText trace;
  const auto threads = {"100", "101", "102"};
  int late_us = 0;
  for (const char* const tid : threads) {
    const auto thread = thread_writer(trace, "100", tid);
    for (int begin_us = late_us * 30; begin_us < 900; begin_us += 90)
      thread("thread_state", "running · GIL", std::to_string(begin_us), "45");
    ++late_us;
  }
  const auto loaded = trace.load();
  const HostTime time = analyse_host_time(*loaded, whole_window());
  CHECK(held_by_all(time) == 915'000);
  const GilHolders holders(*loaded);
  for (const HostThreadTime& thread : time.threads) {
    const HoldingTimes& times = holders.of(loaded->tracks[index_of(thread.track)]);
    CHECK(times.held.size() == 10);
    CHECK(times.running.size() == 10);
    CHECK(thread.gil_held_ns >= 300'000);
  }
}
