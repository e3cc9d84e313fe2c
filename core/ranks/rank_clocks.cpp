#include "core/ranks/rank_clocks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/ranks/lag_search.h"
#include "core/ranks/median_line.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 5> kStateNames = {"reference", "aligned", "refused",
                                                         "too_few_shared", "no_collectives"};

/// Ends of collectives on the host deviate more: their threads may have to wait for a CPU.
constexpr double kHostDeviation = 2;

/// The ends of one group, in order, on the host's clock.
struct GroupEnds {
  std::vector<Ns> ends_ns;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::size_t> by_number;  // only with "Seq"
};
using TraceEnds = std::map<std::uint32_t, GroupEnds>;  // by shared group

TraceEnds ends_of(const RankCollectives& trace, const std::vector<std::uint32_t>& groups,
                  const SharedGroups& shared) {
  TraceEnds out;
  for (const RankCollective& one : trace.collectives) {
    const std::uint32_t group = groups[one.group];
    GroupEnds& ends = out[group];
    if (shared.groups[group].has_sequence) {
      ends.by_number.try_emplace({one.index, one.repeat}, ends.ends_ns.size());
    }
    ends.ends_ns.push_back(saturating_add(one.range.end_ns, trace.base_ns));
  }
  return out;
}

/// The collectives that two ranks have in common.
struct Comparison {
  std::vector<LinePoint> points;  // x: second's end minus `pivot_ns`; y: first's end minus second's
  Ns pivot_ns = 0;                // one of the second's ends
  Ns rough_ns = 0;                // subtracted from all differences
  std::size_t numbered = 0;       // pairs identified by a sequence number
  std::vector<RankLag> lags;

  /// Subtracts first, because doubles are exact only for small numbers.
  void add_point(Ns second_end_ns, double difference_ns) {
    points.push_back({static_cast<double>(saturating_sub(second_end_ns, pivot_ns)), difference_ns});
  }
};

void add_numbered(const GroupEnds& first, const GroupEnds& second, Comparison& out) {
  for (const auto& [number, at] : second.by_number) {
    const auto partner = first.by_number.find(number);
    if (partner == first.by_number.end()) continue;
    const Ns end_ns = second.ends_ns[at];
    const Ns difference_ns = saturating_sub(first.ends_ns[partner->second], end_ns);
    ++out.numbered;
    out.add_point(end_ns, static_cast<double>(saturating_sub(difference_ns, out.rough_ns)));
  }
}

void add_counted(std::uint32_t group, const GroupEnds& first, const GroupEnds& second,
                 Comparison& out) {
  std::vector<Ns> shifted;
  for (const Ns end_ns : second.ends_ns) shifted.push_back(saturating_add(end_ns, out.rough_ns));
  const auto found = search_lag(first.ends_ns, shifted);
  if (!found) return;
  const std::size_t from = found->lag > 0 ? static_cast<std::size_t>(found->lag) : 0;
  for (std::size_t i = 0; i < found->differences_ns.size(); ++i)
    out.add_point(second.ends_ns[from + i], found->differences_ns[i]);
  out.lags.push_back({group, found->lag, found->differences_ns.size(), found->deviation_ns});
}

Comparison compare(const SharedGroups& shared, const TraceEnds& first, const TraceEnds& second) {
  Comparison out;
  bool begun = false;
  for (const auto& [group, ends] : second) {
    const auto partner = first.find(group);
    if (partner == first.end()) continue;
    if (!begun) {
      out.pivot_ns = ends.ends_ns.front();
      out.rough_ns = saturating_sub(partner->second.ends_ns.front(), out.pivot_ns);
    }
    begun = true;
    if (shared.groups[group].has_sequence)
      add_numbered(partner->second, ends, out);
    else
      add_counted(group, partner->second, ends, out);
  }
  return out;
}

double median_step_ns(const RankCollectives& first, const RankCollectives& second) {
  std::vector<double> lengths;
  for (const RankCollectives* trace : {&first, &second}) {
    for (const RankStep& step : trace->steps) {
      lengths.push_back(static_cast<double>(step.length_ns));
    }
  }
  return median_of(std::move(lengths));
}

/// The median time between consecutive pairs; 0 for a single one.
double median_distance(std::span<const LinePoint> points) {
  std::vector<double> times;
  for (const LinePoint& point : points) times.push_back(point.x);
  std::ranges::sort(times);
  for (std::size_t i = times.size(); i-- > 1;) times[i] -= times[i - 1];
  if (!times.empty()) times.erase(times.begin());
  return median_of(std::move(times));
}

std::vector<double> distances_from(const MedianLine& line, std::span<const LinePoint> points) {
  std::vector<double> away;
  for (const LinePoint& point : points) {
    away.push_back(std::abs(point.y - line.at_zero - line.slope * point.x));
  }
  return away;
}

bool is_long(std::span<const LinePoint> points) {
  const auto [least, most] =
      std::minmax_element(points.begin(), points.end(),
                          [](const LinePoint& a, const LinePoint& b) { return a.x < b.x; });
  return most->x - least->x > static_cast<double>(thresholds::kLeastDriftNs);
}

class ClockAligner {
 public:
  ClockAligner(std::span<const RankCollectives> traces, const SharedGroups& shared,
               const Thresholds& thresholds)
      : traces_(traces), shared_(shared), thresholds_(thresholds), clocks_(traces.size()) {
    for (std::size_t t = 0; t < traces.size(); ++t) {
      ends_.push_back(ends_of(traces[t], shared.of_trace[t], shared));
      clocks_[t].base_ns = traces[t].base_ns;
      clocks_[t].shifts.resize(shared.groups.size());
    }
  }

  std::vector<RankClock> run() {
    for (std::size_t t = 0; t < traces_.size(); ++t) {
      if (traces_[t].collectives.empty()) continue;
      clocks_[t].state = done_.empty() ? ClockState::Reference : ClockState::TooFewShared;
      if (done_.empty()) finish(t);
    }
    while (align_another()) {
    }
    return std::move(clocks_);
  }

 private:
  /// Tries to align the remaining ranks with those that are aligned. False if nothing changed.
  bool align_another() {
    bool changed = false;
    for (std::size_t t = 0; t < traces_.size(); ++t) {
      if (clocks_[t].state != ClockState::TooFewShared) continue;
      for (std::size_t i = 0; i < done_.size() && !clocks_[t].aligned(); ++i) {
        if (!align(done_[i], t)) continue;
        changed = true;
        break;
      }
    }
    return changed;
  }

  /// False if the two have too little in common.
  bool align(std::size_t partner, std::size_t t) {
    const Comparison found = compare(shared_, ends_[partner], ends_[t]);
    if (found.points.empty()) return false;
    RankClock& clock = clocks_[t];
    clock.partner = partner;
    clock.pairs = found.points.size();
    clock.lags = found.lags;
    // If collectives are closer together than their ends deviate, the pairing is ambiguous.
    const bool on_host = traces_[partner].on_host() && traces_[t].on_host();
    const double share =
        (on_host ? kHostDeviation : 1) * thresholds_.clock_deviation_of_step_pct / 100;
    clock.limit_ns = std::max(static_cast<double>(thresholds_.clock_deviation_ns),
                              share * std::min(median_step_ns(traces_[partner], traces_[t]),
                                               median_distance(found.points)));
    fit(found, clocks_[partner], clock);
    const bool enough = found.numbered != 0 || clock.agreeing >= kLeastLagPairs;
    if (clock.deviation_ns > clock.limit_ns || !enough) {
      clock.state = ClockState::Refused;
      return true;
    }
    clock.state = ClockState::Aligned;
    clock.error_ns = clocks_[partner].error_ns + clock.deviation_ns;
    for (const RankLag& lag : found.lags) {
      const auto& partners = clocks_[partner].shifts[lag.group];
      if (partners) clock.shifts[lag.group] = *partners + lag.lag;
    }
    finish(t);
    return true;
  }

  /// Fits the offset or line, and chains it to the partner's clock.
  static void fit(const Comparison& found, const RankClock& partner, RankClock& clock) {
    MedianLine line;
    clock.has_drift = is_long(found.points);
    if (clock.has_drift) {
      line = median_line(found.points);
    } else {
      std::vector<double> differences;
      for (const LinePoint& point : found.points) differences.push_back(point.y);
      line.at_zero = median_of(std::move(differences));
    }
    std::vector<double> away = distances_from(line, found.points);
    clock.agreeing = static_cast<std::size_t>(
        std::ranges::count_if(away, [&](double ns) { return ns <= clock.limit_ns; }));
    clock.deviation_ns = median_of(std::move(away));
    const Ns to_partner_ns = saturating_add(found.rough_ns, rounded_ns(line.at_zero));
    const Ns on_partner_ns = saturating_add(found.pivot_ns, to_partner_ns);
    const Ns on_common_ns = partner.common(saturating_sub(on_partner_ns, partner.base_ns));
    clock.drift_from_ns = found.pivot_ns;
    clock.offset_ns = saturating_sub(on_common_ns, found.pivot_ns);
    clock.drift = line.slope + partner.drift;
  }

  /// Finds the shifts of the groups that the comparison did not cover.
  void finish(std::size_t t) {
    RankClock& clock = clocks_[t];
    for (const auto& [group, ends] : ends_[t]) {
      std::optional<std::int64_t>& shift = clock.shifts[group];
      if (shift) continue;
      if (shared_.groups[group].has_sequence) {
        shift = 0;
        continue;
      }
      const auto other = std::ranges::find_if(
          done_, [&](std::size_t d) { return clocks_[d].shifts[group].has_value(); });
      if (other == done_.end()) {
        shift = 0;  // the first rank that has the group
      } else {
        shift = shift_near(*other, t, group);
      }
    }
    done_.push_back(t);
  }

  std::optional<std::int64_t> shift_near(std::size_t other, std::size_t t, std::uint32_t group) {
    const auto on_common = [&](std::size_t trace) {
      std::vector<Ns> ends;
      for (const Ns end_ns : ends_[trace].at(group).ends_ns) {
        ends.push_back(clocks_[trace].common(saturating_sub(end_ns, clocks_[trace].base_ns)));
      }
      return ends;
    };
    const auto found = nearest_lag(on_common(other), on_common(t), clocks_[t].limit_ns);
    if (!found) return std::nullopt;
    clocks_[t].lags.push_back(
        {group, found->lag, found->differences_ns.size(), found->deviation_ns});
    return *clocks_[other].shifts[group] + found->lag;
  }

  std::span<const RankCollectives> traces_;
  const SharedGroups& shared_;
  const Thresholds& thresholds_;
  std::vector<RankClock> clocks_;
  std::vector<TraceEnds> ends_;
  std::vector<std::size_t> done_;  // aligned, in that order
};

}  // namespace

std::string_view clock_state_name(ClockState state) {
  return kStateNames[static_cast<std::size_t>(state)];
}

Ns RankClock::common(Ns own_ns) const {
  const Ns host_ns = saturating_add(own_ns, base_ns);
  const Ns moved_ns = saturating_add(host_ns, offset_ns);
  if (drift == 0) return moved_ns;
  const auto since_ns = static_cast<double>(saturating_sub(host_ns, drift_from_ns));
  return saturating_add(moved_ns, rounded_ns(drift * since_ns));
}

Ns RankClock::own(Ns common_ns) const {
  const Ns host_ns = saturating_sub(common_ns, offset_ns);
  Ns drifted_ns = 0;
  if (drift != 0) {
    const auto since_ns = static_cast<double>(saturating_sub(host_ns, drift_from_ns));
    drifted_ns = rounded_ns(drift * since_ns / (1 + drift));
  }
  return saturating_sub(saturating_sub(host_ns, drifted_ns), base_ns);
}

std::vector<RankClock> align_clocks(std::span<const RankCollectives> traces,
                                    const SharedGroups& shared, const Thresholds& thresholds) {
  return ClockAligner(traces, shared, thresholds).run();
}

std::string clock_problem(const RankClock& clock) {
  switch (clock.state) {
    case ClockState::Refused:
      if (clock.deviation_ns <= clock.limit_ns) {
        return fmt::format(
            "only {} of {} pairs of collectives end within {} of a common offset, fewer "
            "than {}",
            clock.agreeing, clock.pairs, format_duration(rounded_ns(clock.limit_ns)),
            kLeastLagPairs);
      }
      return fmt::format("the ends of its collectives deviate by {} from any offset, more than {}",
                         format_duration(rounded_ns(clock.deviation_ns)),
                         format_duration(rounded_ns(clock.limit_ns)));
    case ClockState::TooFewShared:
      return "fewer than 4 collectives in common with the other ranks";
    case ClockState::NoCollectives:
      return "the trace has no collectives";
    case ClockState::Reference:
    case ClockState::Aligned:
      break;
  }
  return "";
}

}  // namespace lanescope
