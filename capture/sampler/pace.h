// How fast the sampler may be: it asks for a rate, and gets half of it as long as its work would
// take too much of a CPU.
#pragma once

#include "core/base/time.h"

namespace lanescope {

class Pace {
 public:
  explicit Pace(Ns wanted_period_ns) : wanted_ns_(wanted_period_ns), period_ns_(wanted_period_ns) {}

  [[nodiscard]] Ns period_ns() const { return period_ns_; }

  /// After each tick, with the CPU time that it took. The period doubles when the ticks of a window
  /// took more than a third of it on average, so that one slow tick does not count, and halves
  /// again when they took so little that half the period would do. True: it has changed.
  bool add_tick(Ns spent_ns);

  static constexpr Ns kMostPeriodNs = 1'000'000'000;

 private:
  [[nodiscard]] bool is_too_fast() const { return spent_ns_ > ticks_ * (period_ns_ / 3); }
  [[nodiscard]] bool could_be_faster() const {
    return period_ns_ > wanted_ns_ && spent_ns_ < ticks_ * (period_ns_ / 12);
  }
  void set(Ns period_ns);

  Ns wanted_ns_, period_ns_;
  Ns spent_ns_ = 0, ticks_ = 0;  // of the window
  Ns calm_ns_ = 0;               // for how long windows have taken little
};

}  // namespace lanescope
