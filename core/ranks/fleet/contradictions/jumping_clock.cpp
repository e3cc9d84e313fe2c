#include "core/ranks/fleet/contradictions/jumping_clock.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

Ns away_from(const TimeRange& range, Ns ns) {
  if (ns < range.begin_ns) return saturating_sub(range.begin_ns, ns);
  return ns > range.end_ns ? saturating_sub(ns, range.end_ns) : 0;
}

}  // namespace

std::size_t JumpingClock::segment_of(Ns host_ns) const {
  LANESCOPE_CHECK(!segments.empty(), "no segments, {} jumps", steps.size());
  const auto nearest = std::ranges::min_element(
      segments, {}, [&](const ClockSegment& one) { return away_from(one.range, host_ns); });
  return static_cast<std::size_t>(nearest - segments.begin());
}

Ns JumpingClock::steady_ns(Ns host_ns) const {
  return saturating_sub(host_ns, segments[segment_of(host_ns)].ahead_ns);
}

bool JumpingClock::jumps_in(TimeRange host) const {
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const Ns last_ns = segments[i - 1].range.end_ns, first_ns = segments[i].range.begin_ns;
    if (host.begin_ns < std::max(last_ns, first_ns) && host.end_ns > std::min(last_ns, first_ns))
      return true;
  }
  return false;
}

bool JumpingClock::move(Ns base_ns, TimeRange& range) const {
  const TimeRange host{saturating_add(range.begin_ns, base_ns),
                       saturating_add(range.end_ns, base_ns)};
  range.begin_ns = saturating_sub(steady_ns(host.begin_ns), base_ns);
  range.end_ns = std::max(saturating_sub(steady_ns(host.end_ns), base_ns), range.begin_ns);
  return !jumps_in(host);
}

bool SteadyWalk::move(TimeRange& range) {
  const TimeRange host{saturating_add(range.begin_ns, base_ns_),
                       saturating_add(range.end_ns, base_ns_)};
  const auto& segments = clock_->segments;
  const auto goes_back = [&](std::size_t segment) {
    return segment > 0 && segment < segments.size() &&
           segments[segment].ahead_ns < segments[segment - 1].ahead_ns;
  };
  segment_ = std::max(segment_, clock_->segment_of(host.end_ns));
  if (last_end_ns_ && host.end_ns < *last_end_ns_ && goes_back(segment_ + 1)) ++segment_;
  last_end_ns_ = host.end_ns;
  LANESCOPE_CHECK(segment_ < segments.size(), "segment {} of {}", segment_, segments.size());
  std::size_t begin = std::min(segment_, clock_->segment_of(host.begin_ns));
  if (goes_back(segment_)) begin = host.begin_ns <= host.end_ns ? segment_ : segment_ - 1;
  const auto steady = [&](Ns host_ns, std::size_t segment) {
    return saturating_sub(saturating_sub(host_ns, segments[segment].ahead_ns), base_ns_);
  };
  range.begin_ns = steady(host.begin_ns, begin);
  range.end_ns = std::max(steady(host.end_ns, segment_), range.begin_ns);
  return begin == segment_ && !clock_->jumps_in(host);
}

std::vector<std::string> JumpingClock::sentences(const std::string& title) const {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const Ns by_ns = saturating_sub(segments[i].ahead_ns, segments[i - 1].ahead_ns);
    out.push_back(fmt::format(
        "the clock of {} jumps {} by {}{}; its later events are moved back", title,
        by_ns > 0 ? "ahead" : "back", format_duration(by_ns < 0 ? saturating_sub(0, by_ns) : by_ns),
        steps[i - 1].empty() ? "" : " in " + steps[i - 1] + ", which is not compared"));
  }
  return out;
}

}  // namespace lanescope
