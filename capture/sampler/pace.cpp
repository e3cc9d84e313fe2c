#include "capture/sampler/pace.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr Ns kWindowTicks = 16;
/// Not at the first quiet moment: what was too much may come again.
constexpr Ns kCalmNs = 5'000'000'000;

}  // namespace

bool Pace::add_tick(Ns spent_ns) {
  LANESCOPE_CHECK(period_ns_ >= wanted_ns_ && wanted_ns_ > 0, "a period of {} ns", period_ns_);
  spent_ns_ += spent_ns;
  if (++ticks_ < kWindowTicks) return false;
  const Ns before = period_ns_;
  if (is_too_fast()) {
    set(std::min(period_ns_ * 2, std::max(kMostPeriodNs, wanted_ns_)));
  } else if (!could_be_faster()) {
    calm_ns_ = 0;
  } else if ((calm_ns_ += ticks_ * period_ns_) >= kCalmNs) {
    set(std::max(period_ns_ / 2, wanted_ns_));
  }
  spent_ns_ = ticks_ = 0;
  return period_ns_ != before;
}

void Pace::set(Ns period_ns) {
  period_ns_ = period_ns;
  calm_ns_ = 0;
}

}  // namespace lanescope
