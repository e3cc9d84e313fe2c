#include "capture/sampler/tick_schedule.h"

#include <cmath>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr double kMostDrawn = 0.5;
constexpr double kPull = kMostDrawn / TickSchedule::kMostAheadPeriods;

}  // namespace

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators).
double TickSchedule::draw() {
  state_ += 0x9e3779b97f4a7c15U;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  mixed ^= mixed >> 31U;
  constexpr double kDraws = 9007199254740992.0;  // 2^53: what a double holds exactly
  return static_cast<double>(mixed >> 11U) / kDraws - kMostDrawn;
}

std::uint64_t TickSchedule::advance(Ns period_ns, Ns now_ns) {
  LANESCOPE_CHECK(period_ns > 0, "ticks every {} ns", period_ns);
  const double change_periods = draw() - kPull * ahead_periods_;
  ahead_periods_ += change_periods;
  due_ns_ += static_cast<Ns>(std::llround(static_cast<double>(period_ns) * (1 + change_periods)));
  if (now_ns < due_ns_ + period_ns) return 0;
  const Ns over = (now_ns - due_ns_) / period_ns;
  due_ns_ += over * period_ns;
  return static_cast<std::uint64_t>(over);
}

}  // namespace lanescope
