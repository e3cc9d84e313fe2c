// How fast the sampler may be: it asks for a rate, and gets less of it as long as its work would
// take too much CPU time.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace lanescope {

/// Two limits. Work may never take more than a third of a CPU, however slow sampling becomes by
/// that. And over some seconds, it may take no more than a small part of the machine, so that a
/// program that needs all CPUs is hardly slowed down; for that, a thread is sampled up to four
/// times less often. In the first seconds, half of one is enough to tell what is far too much.
class Pace {
 public:
  /// `most_ns`: the CPU time that all ticks of a second may take.
  Pace(Ns wanted_period_ns, Ns most_ns);

  /// What sampling at this rate may take of each second of a machine with so many CPUs: 1 % at up
  /// to 200 Hz, 4 % above, and never more than a third of one CPU.
  static Ns most_ns(int rate_hz, unsigned cpus);

  [[nodiscard]] Ns period_ns() const { return period_ns_; }
  /// For the machine's sake, everything that need not be done at each tick should be done so many
  /// times less often: 1, 2 or 4.
  [[nodiscard]] std::uint32_t times() const;

  /// After each tick, with the CPU time that it took, and what other threads spent meanwhile on
  /// what it found. One slow tick does not count: the period doubles by what many of them took, and
  /// halves again when they took so little that half the period would do. True: it has changed.
  bool add_tick(Ns spent_ns, Ns by_others_ns = 0);

  static constexpr Ns kMostPeriodNs = 1'000'000'000;

 private:
  /// Ticks that are looked at together.
  struct Window {
    Ns spent_ns = 0, ticks = 0;
  };
  /// What a window may take at `ns_per_second`.
  [[nodiscard]] Ns share(const Window& window, Ns ns_per_second) const;
  [[nodiscard]] bool look_at_burst();
  [[nodiscard]] bool look_at_start();
  [[nodiscard]] bool look_at_seconds();
  void set(Ns period_ns);

  Ns wanted_ns_, most_ns_, period_ns_;
  Ns passed_ns_ = 0;  // since the first tick, as long as that matters
  Window burst_, start_, seconds_;
};

}  // namespace lanescope
