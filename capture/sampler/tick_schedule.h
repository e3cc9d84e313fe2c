// When the sampler's ticks are due: at a given mean rate, but never in step with what is sampled.
#pragma once

#include <cstdint>

#include "core/base/time.h"

namespace lanescope {

/// Programs have periods of their own: a loop that takes as long as a period of the sampler would
/// be seen at the same line at every tick, and that line would get all of its time. So the time to
/// the next tick is drawn anew after each, evenly from half a period to one and a half: whatever
/// the program's period, a tick says nothing about where in it the next one falls.
///
/// A sample stands for the time until the next one, which must not depend on where in the program's
/// period it was taken. That is why each distance is drawn by itself. Ticks at random places of
/// fixed periods would be followed by a short distance where the place is late, and so would those
/// of a sequence that only covers the places evenly.
///
/// One thread; always the same sequence.
class TickSchedule {
 public:
  /// The first tick is due at once. Any clock that is not set.
  explicit TickSchedule(Ns begin_ns) : due_ns_(begin_ns) {}

  [[nodiscard]] Ns due_ns() const { return due_ns_; }
  /// Goes on to the next tick, which is due now if it is late by less than a period. Returns how
  /// many were left out because they are later.
  std::uint64_t advance(Ns period_ns, Ns now_ns);

  /// Ticks are never further from those of an exact schedule: a pull back to them, too weak to give
  /// the ticks a phase, outweighs what is drawn there. Usual are two periods.
  static constexpr double kMostAheadPeriods = 32;

 private:
  /// From −0.5 to 0.5.
  double draw();

  Ns due_ns_;
  double ahead_periods_ = 0;  // negative: behind
  std::uint64_t state_ = 0;
};

}  // namespace lanescope
