// Waiting for a word to change, without the C++ library.
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>
#include <unistd.h>

#include <linux/futex.h>
#include <sys/syscall.h>

namespace lanescope::agent {

/// Returns when the word is no longer `seen`, on a wake-up, after `most_ns`, or spuriously.
inline void wait_on(std::atomic<std::uint32_t>& word, std::uint32_t seen, std::int64_t most_ns) {
  const timespec most{static_cast<time_t>(most_ns / 1'000'000'000),
                      static_cast<long>(most_ns % 1'000'000'000)};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, seen, &most, nullptr, 0);
}

/// Changes the word and wakes all its waiters.
inline void wake_all(std::atomic<std::uint32_t>& word) {
  word.fetch_add(1, std::memory_order_release);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace lanescope::agent
