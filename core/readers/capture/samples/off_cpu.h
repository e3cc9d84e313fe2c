// When a thread had no CPU, by the scheduler's switches: what samples that are taken by CPU time
// stand for.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "capture/wire/records.h"
#include "core/base/time.h"

namespace lanescope {

/// Keeps the last 4096 stretches; what is earlier counts as time on a CPU. Cost of a question: log
/// of them, or those that it spans.
class OffCpuTimes {
 public:
  /// In order of time.
  void add(Ns time_ns, wire::SwitchKind kind);

  /// Not all switches of this time are known: those that are do not count, and whether it waits is
  /// unknown from its begin on. In order of begins.
  void add_gap(const TimeRange& gap);

  [[nodiscard]] bool has_any() const { return has_any_; }
  /// A stretch without a CPU; one that is not over ends at kMaxNs.
  struct Stretch {
    Ns begin_ns = 0, end_ns = kMaxNs;
    bool waits = false;  // until it has a CPU again, ready or not; else it was preempted
    [[nodiscard]] Ns length_ns() const { return saturating_sub(end_ns, begin_ns); }
  };
  /// The one that a time is in.
  [[nodiscard]] std::optional<Stretch> at(Ns time_ns) const;
  /// When it first began to wait for so long after a time, rather than being preempted; kMaxNs if
  /// it did not. One that is not over is long.
  [[nodiscard]] Ns first_wait_after(Ns time_ns, Ns least_ns) const;
  /// The times between its waits of so long, in order: the first begins at `from_ns`, the last ends
  /// at `to_ns`. The first and the last ones, where they are too many.
  [[nodiscard]] std::vector<TimeRange> between_waits(const TimeRange& range, Ns least_ns) const;
  /// How long it was on a CPU.
  [[nodiscard]] Ns on_cpu_ns(Ns from_ns, Ns to_ns) const;
  /// When it has been on a CPU for so long; at the latest when it lost its CPU for good.
  [[nodiscard]] Ns time_after(Ns from_ns, Ns cpu_ns) const;

 private:
  static constexpr std::size_t kMostKept = 4096, kMostBetween = 64;
  [[nodiscard]] std::deque<Stretch>::const_iterator first_ending_after(Ns time_ns) const;

  std::deque<Stretch> stretches_;
  bool has_any_ = false;
  Ns gap_end_ns_ = kMinNs;
};

}  // namespace lanescope
