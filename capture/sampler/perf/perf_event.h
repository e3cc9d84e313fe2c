// perf_event_open: whether this machine lets us use it, and the events that are opened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/files/file_descriptor.h"

namespace lanescope {

/// What the kernel allows of other processes of the same user.
struct PerfAccess {
  bool with_kernel = false;  // also samples taken while a thread is in a system call
  std::string refusal;       // why nothing is allowed, and the remedy; empty: it is

  [[nodiscard]] bool allowed() const { return refusal.empty(); }
};
/// Tries it with an event of the calling thread. Cost: some 20 µs.
PerfAccess perf_access();

/// Why perf_event_open failed with `error` (errno). `paranoid`: what kernel.perf_event_paranoid
/// says; nullopt: there is no such file.
std::string perf_refusal(int error, std::optional<std::int64_t> paranoid);

/// An event that records nothing itself: others write to its ring. Of the calling thread, on `cpu`.
/// The result is not open if that fails, with the reason in errno, here and below.
FileDescriptor open_ring_event(int cpu);

struct PerfSampling {
  int rate_hz = 200;
  bool with_kernel = false;
  /// Of each sample's stack, a copy of this size with the registers, from which it can be unwound;
  /// 0: none. A multiple of 8.
  std::uint32_t stack_bytes = 0;
};
/// The CPU time from one sample of a thread to the next, in whole µs: a little less than the rate
/// says, since the kernel keeps it exactly, and a loop that takes a round number of milliseconds,
/// or a simple part of one, would be seen in the same phase again and again.
Ns native_period_ns(int rate_hz);

/// Samples of the CPU, context switches, mappings of code and execs of thread `tid` and of all
/// threads and processes that it starts from now on, as far as they run on `cpu`.
FileDescriptor open_thread_event(std::int64_t tid, int cpu, const PerfSampling& sampling);

/// Whether the kernel copies stacks, with the registers that unwinding needs. Cost: some 20 µs.
bool perf_copies_stacks(bool with_kernel);

}  // namespace lanescope
