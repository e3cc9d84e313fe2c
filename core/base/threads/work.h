// Work: how much the program did, counted where it does it, so that a test can assert that a trace
// of twice the size costs twice the work. Times would tell that too, but not on a busy machine.
//
// Counting costs an addition to memory of the own thread. Loops count once for all they visit.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanescope {

/// What is counted. The same thing looked at again counts again.
enum class Work : std::uint8_t {
  TextBytes,  // bytes of a trace's text that were parsed or scanned
  Events,     // events, samples or records that a loop visited
  NameBytes,  // bytes of names that were hashed, classified or compared with a pattern
  Lookups,    // single things searched for among many, and what such a search had to look at
  Count,
};

/// One thread's counters. Only that thread writes; anybody may read.
struct WorkCounters {
  std::array<std::atomic<std::uint64_t>, static_cast<std::size_t>(Work::Count)> done{};
};

/// The calling thread's counters, given back when it ends.
WorkCounters& register_work_counters();

inline constinit thread_local WorkCounters* own_work_counters = nullptr;

/// Any thread, at any time. Cost: a nanosecond.
inline void count_work(Work kind, std::uint64_t amount = 1) {
  WorkCounters& own = own_work_counters != nullptr ? *own_work_counters : register_work_counters();
  std::atomic<std::uint64_t>& done = own.done[static_cast<std::size_t>(kind)];
  done.store(done.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

/// The work of all threads since the program started. Exact for threads that were joined and for
/// the caller; what others do meanwhile may or may not be in it. Cost: a lock.
std::uint64_t work_done(Work kind);

/// The work since it was made.
class WorkMeter {
 public:
  WorkMeter() {
    for (std::size_t i = 0; i < start_.size(); ++i) start_[i] = work_done(static_cast<Work>(i));
  }
  [[nodiscard]] std::uint64_t of(Work kind) const {
    return work_done(kind) - start_[static_cast<std::size_t>(kind)];
  }
  /// Of all kinds together: what grows too fast in any of them shows in the sum of a large input.
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) sum += of(static_cast<Work>(i));
    return sum;
  }

 private:
  std::array<std::uint64_t, static_cast<std::size_t>(Work::Count)> start_{};
};

}  // namespace lanescope
