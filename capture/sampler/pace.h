// How fast the sampler may be: it asks for a rate, and gets half of it as long as its work would
// take too much CPU time.
#pragma once

#include "core/base/time.h"

namespace lanescope {

class Pace {
 public:
  /// `most_ns`: the CPU time that all ticks of a second may take.
  Pace(Ns wanted_period_ns, Ns most_ns)
      : wanted_ns_(wanted_period_ns), most_ns_(most_ns), period_ns_(wanted_period_ns) {}

  /// What sampling at this rate may take of each second of a machine with so many CPUs, so that a
  /// program that needs all of them is hardly slowed down: 1 % at up to 200 Hz, 3 % above, and
  /// never more than a third of one CPU.
  static Ns most_ns(int rate_hz, unsigned cpus);

  [[nodiscard]] Ns period_ns() const { return period_ns_; }

  /// After each tick, with the CPU time that it took. The period doubles when the ticks of a window
  /// took too much of it on average, so that one slow tick does not count, and halves again when
  /// they took so little that half the period would do. True: it has changed.
  bool add_tick(Ns spent_ns);

  static constexpr Ns kMostPeriodNs = 1'000'000'000;

 private:
  /// What the ticks of the window may take.
  [[nodiscard]] Ns most_of_window() const;
  [[nodiscard]] bool is_too_fast() const { return spent_ns_ > most_of_window(); }
  [[nodiscard]] bool could_be_faster() const {
    return period_ns_ > wanted_ns_ && spent_ns_ < most_of_window() / 4;
  }
  void set(Ns period_ns);

  Ns wanted_ns_, most_ns_, period_ns_;
  Ns spent_ns_ = 0, ticks_ = 0;  // of the window
  Ns calm_ns_ = 0;               // for how long windows have taken little
};

}  // namespace lanescope
