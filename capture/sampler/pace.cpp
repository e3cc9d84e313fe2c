#include "capture/sampler/pace.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kWindowTicks = 16;
/// Not at the first quiet moment: what was too much may come again.
constexpr Ns kCalmNs = 5'000'000'000;

}  // namespace

Ns Pace::most_ns(int rate_hz, unsigned cpus) {
  constexpr int kUsualHz = 200;
  const Ns percent = rate_hz <= kUsualHz ? 1 : 3;
  return std::min(kSecond / 100 * percent * std::max(1U, cpus), kSecond / 3);
}

Ns Pace::most_of_window() const {
  // A period is at most a second or the wanted one, so that this does not overflow.
  return ticks_ * period_ns_ / (kSecond / 1000) * most_ns_ / 1000;
}

bool Pace::add_tick(Ns spent_ns) {
  LANESCOPE_CHECK(period_ns_ >= wanted_ns_ && wanted_ns_ > 0 && most_ns_ > 0,
                  "a period of {} ns, of which {} ns a second", period_ns_, most_ns_);
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
