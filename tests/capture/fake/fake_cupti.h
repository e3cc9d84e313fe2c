// What fake_cupti offers beside CUPTI's own functions: the driver whose calls it reports. A program
// finds these with dlsym, so that it knows exactly what it launched.
//
// FAKE_CUPTI, in the environment, scripts it: KEY=VALUE with commas between:
//   version=N            what cuptiGetVersion says, and which record sizes it has
//   error.FUNCTION=N     FUNCTION (without "cupti") returns N
//   correlation=N        the first correlation id
//   buffer_records=N     a buffer is full after N records
//   hold=N               that many full buffers are kept until the next flush
//   other_thread=1       full buffers come from a thread of CUPTI's own
//   dropped=N            records that CUPTI says it dropped, once
//   clock=1              times are ticks of something else
//   zero_time=1          kernels have no times
//   takeover=N           after N calls another profiler has the records
//   nested=1|2           a launch of the runtime calls the driver, with the same id or its own
//   fatal=N              after N calls CUPTI gives up
//   flush_ms=N           a flush takes so long
//   arm_ms=N             registering for buffers takes so long
//   flush_hangs=1        the flush at the end of the process never returns
//   timestamp=1|2        its clock is the monotonic one, or none that we know
//   longer=1             kernels are a word longer than this version has them
//   silent=1             it walks over no record that it is asked about
// FAKE_CUPTI_REPLAY is the beginning of the names of buffers that the agent has dumped,
// PREFIX0.cupti and so on: the library has their version and record sizes, and fake_replay delivers
// them. FAKE_CUPTI_OWNER names who has subscribed already; unset: nobody, for cuptiSubscribe_v2.
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
  SetAttribute,  // cudaFuncSetAttribute: no callback, a record of the call
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
  // What CUPTI is asked for as it stands.
  std::uint64_t callbacks;  // calls of the runtime and the driver that it reports
  std::uint64_t kinds;      // of records
  std::uint64_t risks;      // kinds that were disabled where a version may lock up over it
  std::uint64_t thinned;    // calls whose records are not wanted, of kinds that are
  std::uint64_t settings;  // 1 threads by the kernel's numbers, 2 zeroed buffers, 4 times of events
};

/// fake_call: makes one call on this thread.
using FakeCallFunction = void (*)(FakeCall call, const char* kernel, std::uint64_t stream,
                                  std::uint64_t count);
/// fake_calls: so many launches on this thread, with pauses of less than a second between them:
/// what a thread does that has left the interpreter to itself.
using FakeCallsFunction = void (*)(std::uint64_t times, std::uint64_t pause_ns);
/// fake_replay: delivers what was dumped, each record after the call that caused it. Calls are not
/// dumped: there is one for each number that kernels, copies and sets name.
using FakeReplayFunction = void (*)();
/// fake_counts
using FakeCountsFunction = void (*)(FakeCounts* counts);

}  // namespace lanescope::fake
