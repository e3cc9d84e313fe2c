// Which of the kernel's samples are kept where all of them would cost too much: every second or
// fourth of each thread, which then stands for as many. The kernel cannot be asked for fewer: what
// watches a thread that was started by a watched one keeps the rate it began with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>

#include "core/base/check.h"

namespace lanescope {

/// One thread.
class SampleThinning {
 public:
  /// One of so many is kept from now on, at least one.
  void keep_one_of(std::uint32_t times) {
    LANESCOPE_CHECK(times >= 1, "one of {} samples", times);
    if (times == 1) passed_.clear();
    times_ = times;
  }
  /// For how many the next sample of a thread stands; 0: it is left out.
  std::uint32_t stands_for(std::uint32_t tid) {
    if (times_ == 1) return 1;
    if (passed_.size() >= kMostThreads) passed_.clear();
    // The first ones of all threads together must not be left out: each begins somewhere else.
    std::uint32_t& passed = passed_.try_emplace(tid, (tid * kGolden >> 16U) % times_).first->second;
    if (++passed < times_) return 0;
    passed = 0;
    return times_;
  }
  /// The thread has ended.
  void forget(std::uint32_t tid) { passed_.erase(tid); }

  static constexpr std::size_t kMostThreads = 1U << 16U;

 private:
  static constexpr std::uint32_t kGolden = 0x9E3779B9U;

  std::uint32_t times_ = 1;
  std::unordered_map<std::uint32_t, std::uint32_t> passed_;  // samples since the last kept one
};

}  // namespace lanescope
