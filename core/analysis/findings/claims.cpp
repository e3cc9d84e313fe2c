// Assigns time that several findings claim to one of them.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>

#include "core/analysis/events/interval_union.h"
#include "core/analysis/findings/rules.h"

namespace lanescope {
namespace {

Ns total_of(const std::vector<TimeRange>& ranges) {
  return std::accumulate(ranges.begin(), ranges.end(), Ns{0}, [](Ns sum, const TimeRange& range) {
    return saturating_add(sum, range.length_ns());
  });
}

Ns common_length(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b) {
  return total_of(common_parts(a, b));
}

std::vector<TimeRange> united(const std::vector<TimeRange>& a, const std::vector<TimeRange>& b) {
  std::vector<TimeRange> both;
  std::ranges::merge(a, b, std::back_inserter(both), {}, &TimeRange::begin_ns,
                     &TimeRange::begin_ns);
  return merged(both);
}

/// Explains why the severity is lower than the evidence suggests.
void say_shared(double share, Finding& finding) {
  const double pct = 100 * share;
  if (pct < 1) return;
  finding.say(fmt::format("{:.0f} % of this is attributed to other findings", pct));
}

void hold_in_bounds(Finding& finding) {
  const auto held = [](double pct) { return std::isfinite(pct) ? std::clamp(pct, 0.0, 100.0) : 0; };
  finding.high_pct = held(finding.at_least ? finding.low_pct : finding.high_pct);
  finding.low_pct = std::min(held(finding.low_pct), finding.high_pct);
}

bool goes_before(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) {
    return std::tuple(f.informational, -f.expected_pct(), -f.low_pct, f.id);
  };
  return key(a) < key(b);
}

}  // namespace

double Finding::expected_pct() const {
  const double sure = (1 + static_cast<double>(confidence)) / 3;
  return sure * (low_pct + high_pct) / 2;
}

std::vector<Finding> resolve_claims(std::vector<FindingWithTime> found,
                                    const Thresholds& thresholds) {
  std::vector<TimeRange> taken;
  std::vector<Finding> complete;
  for (FindingWithTime& one : found) {
    const Ns whole_ns = total_of(one.claims);
    if (whole_ns > 0) {
      const Ns left_ns = whole_ns - common_length(one.claims, taken);
      const double left = static_cast<double>(left_ns) / static_cast<double>(whole_ns);
      if (left < 1 - thresholds.explained_share_pct / 100) continue;
      if (left < 1) say_shared(1 - left, one.finding);
      one.finding.low_pct *= left;
      one.finding.high_pct *= left;
      if (!one.finding.informational) taken = united(taken, one.claims);
    }
    hold_in_bounds(one.finding);
    if (!one.finding.at_least && one.finding.high_pct < thresholds.finding_floor_pct) continue;
    complete.push_back(std::move(one.finding));
  }
  std::ranges::stable_sort(complete, goes_before);
  return complete;
}

}  // namespace lanescope
