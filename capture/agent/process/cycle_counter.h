// The processor's own counter of time.
#pragma once

#include <cstdint>

namespace lanescope::agent {

/// The time stamp counter; on 64-bit ARM the virtual counter, which serves the same purpose. Counts
/// from the start of the machine, in a unit of its own. Cost: some nanoseconds. Any thread.
inline std::uint64_t cycle_counter() {
#if defined(__aarch64__)
  std::uint64_t ticks = 0;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return __builtin_ia32_rdtsc();
#endif
}

}  // namespace lanescope::agent
