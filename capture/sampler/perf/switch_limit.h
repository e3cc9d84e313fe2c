// How many context switches of a CPU are recorded. Watching one costs the program up to 2 µs, so a
// CPU that switches all the time is watched for a part of each second only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/time.h"

namespace lanescope {

/// Of one CPU. One thread.
class SwitchLimit {
 public:
  /// What recording them costs is 2 % of a CPU at most. Between threads that were started by a
  /// watched one, the kernel only swaps what it watches them with, 0.3 µs; between others it takes
  /// that down and sets it up, 1.7 µs.
  static constexpr std::size_t kMostOfFamily = 60'000, kMostOfOthers = 12'000;
  static constexpr Ns kWindowNs = 1'000'000'000;

  /// A switch that was recorded.
  void add() { ++count_; }

  /// Records for which there was no room: where that happens, nearly all are switches, two for
  /// each.
  void add_lost(std::uint64_t records) { count_ += records / 2; }

  enum class Turn : std::uint8_t { None, Off, On };
  /// What to do with the CPU's events now, if it may have `most` switches a second. Times do not go
  /// back.
  Turn turn(Ns now_ns, std::size_t most) {
    if (now_ns >= end_ns_) {
      end_ns_ = now_ns + kWindowNs;
      count_ = 0;
      return std::exchange(is_off_, false) ? Turn::On : Turn::None;
    }
    if (is_off_ || count_ <= most) return Turn::None;
    is_off_ = true;
    off_ns_ = now_ns;
    return Turn::Off;
  }
  /// The events are on again, whatever they were.
  void begin_again() {
    is_off_ = false;
    end_ns_ = kMinNs;
  }

  [[nodiscard]] bool is_off() const { return is_off_; }
  /// While off: since when and until when.
  [[nodiscard]] Ns off_ns() const { return off_ns_; }
  [[nodiscard]] Ns end_ns() const { return end_ns_; }

 private:
  std::uint64_t count_ = 0;
  Ns end_ns_ = kMinNs, off_ns_ = 0;
  bool is_off_ = false;
};

}  // namespace lanescope
