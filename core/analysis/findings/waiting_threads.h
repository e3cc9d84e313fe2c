// What threads of a program wait for, and which other ones keep them waiting.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/analysis/findings/rules.h"
#include "core/analysis/host_time/host_states.h"

namespace lanescope {

/// What to do about threads that wait for a CPU.
inline constexpr std::string_view kFixForCpus =
    "Run fewer threads (torch.set_num_threads, OMP_NUM_THREADS, DataLoader workers), or give the "
    "program more CPUs.";

/// How many threads wanted a CPU at a time, and how many had one, on average. If one CPU were
/// enough for them, or most CPUs ran something else while the thread waited for one, the finding is
/// about other processes.
void say_contenders(const FindingFacts& facts, std::uint32_t waiting, Finding& finding);

/// Where a wait is: in the program's own code, or what of a library that calls.
void place_wait(const FindingFacts& facts, const HostWait& wait, Finding& finding);

/// What the main thread of a process waits for when it waits for its other threads.
struct ThreadWaits {
  HostState state{};
  std::string_view title, fix;
};

/// The main thread that other threads are judged for.
struct IdleMain {
  std::uint32_t main = 0;  // an index in HostTime::threads
  Ns awaited_ns = 0;  // how long it waits for other threads or, if it is idle, has nothing to do
  bool idle = false;  // it has nothing to do for most of its time
};

/// Adds a finding if other threads of the process of the main one wait in such a way for long.
/// Returns who the finding says to hold the GIL; null if nobody. Cost: a pass over the samples of
/// its process.
const HostThreadTime* judge_waiting_threads(const FindingFacts& facts, const IdleMain& of,
                                            const ThreadWaits& waits, RuleAnswer& answer);

}  // namespace lanescope
