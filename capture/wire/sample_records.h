// Records of what threads did, seen from outside by the recorder.
#pragma once

#include <cstdint>

#include "capture/wire/record_header.h"

namespace lanescope::wire {

enum class SampledState : std::uint32_t {
  Unknown = 0,
  Running = 1,  // on a CPU or ready
  Waiting = 2,  // interruptible sleep
  Disk = 3,     // uninterruptible sleep
  Stopped = 4,
  Ended = 5,  // the thread is gone
};
inline constexpr std::uint32_t kSampleHoldsGil = 1;
inline constexpr std::uint32_t kSampleWaitsForGil = 2;
inline constexpr std::uint32_t kSampleTorn = 4;  // the stack changed while it was read

/// What a thread did at `count` samples in a row, seen from outside by the recorder. aux:
/// SampledState | flags << 8.
struct SampleRecord {
  RecordHeader header;
  std::int64_t first_ns, last_ns;  // of the samples
  std::uint32_t count;
  std::uint32_t tid;
  std::uint32_t stack;  // 0: none, or torn
  std::uint32_t wait;   // string: what it waits in, such as "read /data/a.bin", "futex", "poll"; 0:
                        // not known or not waiting
};
static_assert(sizeof(SampleRecord) == 40);

/// The sampler's statistics: before the first sample, once a second, and when the period changes.
/// Counters are totals since the channel was opened.
struct SampleStatsRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::int64_t period_ns;  // between two samples of a thread, as requested
  std::uint64_t samples;   // taken, of all threads
  std::uint64_t torn;      // of those, with a stack that changed while it was read
  std::uint64_t missed;    // ticks that came too late
  std::uint64_t spent_ns;  // by the sampler
};
static_assert(sizeof(SampleStatsRecord) == 56);

/// Frames of machine code, innermost first: strings such as "at::native::add_kernel
/// (libtorch_cpu.so)". aux: the stack's id within the channel.
struct NativeStackRecord {
  RecordHeader header;
  std::uint32_t count;
  std::uint32_t reserved;
  /* count times std::uint32_t string follow */
};

/// One sample of the CPU, taken by the kernel while the thread ran. aux: native stack (0: none).
struct NativeSampleRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t tid;
  std::uint32_t period_us; /* of CPU time that the sample stands for */
};

enum class SwitchKind : std::uint32_t {
  In = 1,
  Preempted = 2, /* could have run on: runnable */
  Blocked = 3,
  Ready = 4, /* was woken: could run since then, as the recorder found out when it did */
};

/// The scheduler took a thread from its CPU or gave it one. aux: SwitchKind.
struct ThreadSwitchRecord {
  RecordHeader header;
  std::int64_t time_ns;
  std::uint32_t tid;
  std::uint32_t reserved;
};

/// Between these times, threads of the process may have got or lost a CPU without a ThreadSwitch or
/// NativeSample, since a CPU switched too often to be watched. Written at the begin. aux: 0.
struct SwitchGapRecord {
  RecordHeader header;
  std::int64_t begin_ns, end_ns;
};

}  // namespace lanescope::wire
