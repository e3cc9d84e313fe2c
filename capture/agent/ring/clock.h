// The clocks that the agent uses.
#pragma once

#include <cstdint>
#include <ctime>

namespace lanescope::agent {

inline std::int64_t clock_ns(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// CLOCK_REALTIME in ns, the same as CUPTI's clock on Linux.
inline std::int64_t now_ns() {
  return clock_ns(CLOCK_REALTIME);
}

inline constexpr std::int64_t kMillisecond = 1'000'000;
inline constexpr std::int64_t kSecond = 1'000'000'000;

inline void sleep_ns(std::int64_t ns) {
  const timespec time{static_cast<time_t>(ns / kSecond), static_cast<long>(ns % kSecond)};
  nanosleep(&time, nullptr);
}

}  // namespace lanescope::agent
