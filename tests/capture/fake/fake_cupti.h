// What fake_cupti offers in addition to CUPTI's own functions: the driver whose calls it reports. A
// program finds these functions with dlsym, so it knows exactly what it launched.
//
// The environment variable FAKE_CUPTI scripts it, with comma-separated KEY=VALUE:
//   version=N            what cuptiGetVersion returns, which determines the record sizes
//   error.FUNCTION=N     FUNCTION (without "cupti") returns N
//   correlation=N        the first correlation id
//   buffer_records=N     a buffer is full after N records
//   hold=N               N full buffers are held back until the next flush
//   other_thread=1       full buffers are delivered on a thread of CUPTI
//   dropped=N            records that CUPTI reports as dropped, once
//   clock=1              timestamps are ticks of another clock
//   zero_time=1          kernels have no timestamps
//   takeover=N           after N calls another profiler gets the records
//   nested=1|2           a runtime launch calls the driver, with the same id or its own
//   fatal=N              after N calls CUPTI reports a fatal error
//   flush_ms=N           a flush takes N ms
//   arm_ms=N             registering for buffers takes N ms
//   flush_hangs=1        the flush at process exit never returns
//   timestamp=1|2        its clock is the monotonic one, or an unknown one
//   longer=1             kernel records are a word longer than in this version
//   silent=1             it does not walk over any record when probed
// FAKE_CUPTI_REPLAY is the common prefix of the names of buffers that the agent has dumped,
// PREFIX0.cupti and so on: the library then has their version and record sizes, and fake_replay
// delivers them. FAKE_CUPTI_OWNER names the existing subscriber for cuptiSubscribe_v2; unset: there
// is none.
#pragma once

#include <cstdint>

namespace lanescope::fake {

enum class FakeCall : std::uint32_t {
  Launch,        // cudaLaunchKernel
  LaunchNvcc13,  // __cudaLaunchKernel
  DriverLaunch,  // cuLaunchKernel
  GraphLaunch,   // cudaGraphLaunch, with `count` kernels
  Copy,          // cudaMemcpyAsync of `count` bytes
  Set,           // cudaMemsetAsync
  Synchronize,   // cudaStreamSynchronize
  Malloc,        // cudaMalloc
  SetAttribute,  // cudaFuncSetAttribute: no callback, only a record of the call
  GetLastError,  // noisy
};

struct FakeCounts {
  std::uint64_t calls;
  std::uint64_t launches;
  std::uint64_t kernels;
  std::uint64_t copies;
  std::uint64_t sets;
  std::uint64_t syncs;
  std::uint64_t lost;  // records that went to another profiler
  std::uint64_t subscribers;
  // What is currently requested of CUPTI.
  std::uint64_t callbacks;  // runtime and driver calls that it reports
  std::uint64_t kinds;      // enabled record kinds
  std::uint64_t risks;      // disabled kinds for which this version could deadlock
  std::uint64_t thinned;    // calls without records, although their kind is enabled
  std::uint64_t settings;   // 1: system thread ids, 2: zeroed buffers, 4: event timestamps
  std::uint64_t flushes;    // requests to deliver what is held back
};

/// fake_call: makes one call on this thread.
using FakeCallFunction = void (*)(FakeCall call, const char* kernel, std::uint64_t stream,
                                  std::uint64_t count);
/// fake_calls: makes that many launches on this thread, with pauses of less than a second between
/// them, like a thread that has left the interpreter.
using FakeCallsFunction = void (*)(std::uint64_t times, std::uint64_t pause_ns);
/// fake_replay: delivers what was dumped, each record after the call that caused it. Calls are not
/// dumped, so one is made for each correlation id of kernels, copies and fills.
using FakeReplayFunction = void (*)();
/// fake_counts
using FakeCountsFunction = void (*)(FakeCounts* counts);

}  // namespace lanescope::fake
