#include "capture/sampler/pace.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;
constexpr Ns kThird = kSecond / 3;
constexpr Ns kBurstTicks = 16;
/// What a program starts with, such as the libraries that it loads, should not count.
constexpr Ns kSeconds = 3 * kSecond;
/// But where it takes twice what it may, it is known sooner that it will be too much.
constexpr Ns kStart = kSecond / 2;
/// How much longer the period may become for the machine's sake.
constexpr Ns kMostTimes = 4;

}  // namespace

Pace::Pace(Ns wanted_period_ns, Ns most_ns)
    : wanted_ns_(wanted_period_ns), most_ns_(most_ns), period_ns_(wanted_period_ns) {
  LANESCOPE_CHECK(wanted_ns_ > 0 && most_ns_ > 0, "a period of {} ns, of which {} ns a second",
                  wanted_ns_, most_ns_);
}

Ns Pace::most_ns(int rate_hz, unsigned cpus) {
  constexpr int kUsualHz = 200;
  const Ns permille = rate_hz <= kUsualHz ? 10 : 40;
  return std::min(kSecond / 1000 * permille * std::max(1U, cpus), kThird);
}

bool Pace::add_tick(Ns spent_ns, Ns by_others_ns) {
  LANESCOPE_CHECK(period_ns_ >= wanted_ns_, "a period of {} ns, not {} ns", wanted_ns_, period_ns_);
  LANESCOPE_CHECK(spent_ns >= 0 && by_others_ns >= 0, "a tick of {} ns, {} ns by others", spent_ns,
                  by_others_ns);
  passed_ns_ = std::min(passed_ns_ + period_ns_, kSeconds);
  for (Window* const window : {&burst_, &start_, &seconds_}) {
    window->spent_ns += spent_ns;
    ++window->ticks;
  }
  // No burst: a large library is read once, and holds up no tick.
  start_.spent_ns += by_others_ns;
  seconds_.spent_ns += by_others_ns;
  const Ns before = period_ns_;
  if (look_at_burst() || look_at_start() || look_at_seconds()) return period_ns_ != before;
  return false;
}

std::uint32_t Pace::times() const {
  return static_cast<std::uint32_t>(std::min(period_ns_ / wanted_ns_, kMostTimes));
}

Ns Pace::share(const Window& window, Ns ns_per_second) const {
  // In microseconds, so that it does not overflow: windows last seconds.
  return window.ticks * period_ns_ / 1000 * (ns_per_second / 1000) / (kSecond / 1'000'000);
}

bool Pace::look_at_burst() {
  if (burst_.ticks < kBurstTicks) return false;
  const bool is_too_fast = burst_.spent_ns > share(burst_, kThird);
  burst_ = {};
  if (is_too_fast) set(std::min(period_ns_ * 2, std::max(kMostPeriodNs, wanted_ns_)));
  return is_too_fast;
}

bool Pace::look_at_start() {
  if (passed_ns_ >= kSeconds || start_.ticks * period_ns_ < kStart) return false;
  const bool is_too_fast =
      start_.spent_ns > 2 * share(start_, most_ns_) && period_ns_ < kMostTimes * wanted_ns_;
  start_ = {};
  if (is_too_fast) set(period_ns_ * 2);
  return is_too_fast;
}

bool Pace::look_at_seconds() {
  if (seconds_.ticks * period_ns_ < kSeconds) return false;
  const Ns most_ns = share(seconds_, most_ns_);
  // Twice the rate takes up to twice as much, and should not be too much at once.
  const bool could_be_faster = seconds_.spent_ns < most_ns * 2 / 5;
  const bool is_too_fast = seconds_.spent_ns > most_ns && period_ns_ < kMostTimes * wanted_ns_;
  seconds_ = {};
  if (is_too_fast) set(period_ns_ * 2);
  if (could_be_faster) set(std::max(period_ns_ / 2, wanted_ns_));
  return is_too_fast || could_be_faster;
}

void Pace::set(Ns period_ns) {
  LANESCOPE_CHECK(period_ns >= wanted_ns_, "a period of {} ns, not {} ns", wanted_ns_, period_ns);
  period_ns_ = period_ns;
  burst_ = start_ = seconds_ = {};
}

}  // namespace lanescope
