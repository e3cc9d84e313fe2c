// Work: how much the program did, counted in the code that does it, so that a test can assert that
// a trace of twice the size costs twice the work. Times would show that too, but not on a busy
// machine.
//
// Counting costs an addition to thread-local memory. A loop counts once for everything it visits.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace lanescope {

/// What is counted. Looking at the same thing again counts again.
enum class Work : std::uint8_t {
  TextBytes,  // bytes of a trace's text that were parsed or scanned
  Events,     // events, samples or records that a loop visited
  NameBytes,  // bytes of names that were hashed, classified or compared with a pattern
  Lookups,    // single items searched for among many, and those examined by such a search
  Count,
};

/// One thread's counters. Only that thread writes; any thread may read.
struct WorkCounters {
  std::array<std::atomic<std::uint64_t>, static_cast<std::size_t>(Work::Count)> done{};
};

/// The calling thread's counters; released when it ends.
WorkCounters& register_work_counters();

inline constinit thread_local WorkCounters* own_work_counters = nullptr;

/// Any thread, at any time. Cost: a nanosecond.
inline void count_work(Work kind, std::uint64_t amount = 1) {
  WorkCounters& own = own_work_counters != nullptr ? *own_work_counters : register_work_counters();
  std::atomic<std::uint64_t>& done = own.done[static_cast<std::size_t>(kind)];
  done.store(done.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

/// The work of all threads since the program started. Exact for the caller and for joined threads;
/// what other threads do at the moment may or may not be included. Cost: a lock.
std::uint64_t work_done(Work kind);

/// The work since this was constructed.
class WorkMeter {
 public:
  WorkMeter() {
    for (std::size_t i = 0; i < start_.size(); ++i) start_[i] = work_done(static_cast<Work>(i));
  }
  [[nodiscard]] std::uint64_t of(Work kind) const {
    return work_done(kind) - start_[static_cast<std::size_t>(kind)];
  }
  /// The sum of all kinds: with a large input it reveals any kind that grows too fast.
  [[nodiscard]] std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) sum += of(static_cast<Work>(i));
    return sum;
  }

 private:
  std::array<std::uint64_t, static_cast<std::size_t>(Work::Count)> start_{};
};

}  // namespace lanescope
