#include "core/ranks/matched_collectives.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

class CollectiveMatcher {
 public:
  CollectiveMatcher(std::span<const RankCollectives> traces, const SharedGroups& shared,
                    std::span<const RankClock> clocks)
      : traces_(traces), shared_(shared), clocks_(clocks) {
    ends_.resize(traces.size());
    out_.missing.resize(traces.size());
    out_.unmatched.resize(traces.size());
  }

  MatchedCollectives run() {
    for (std::size_t t = 0; t < traces_.size(); ++t) add_trace(t);
    for (auto& [key, one] : found_) {
      finish(one);
      out_.collectives.push_back(std::move(one));
    }
    std::ranges::stable_sort(out_.collectives, {},
                             [](const MatchedCollective& a) { return a.last_part().arrival_ns; });
    return std::move(out_);
  }

 private:
  void add_trace(std::size_t t) {
    const RankClock& clock = clocks_[t];
    const auto& collectives = traces_[t].collectives;
    count_work(Work::Events, collectives.size());
    for (std::size_t i = 0; i < collectives.size(); ++i) {
      const RankCollective& one = collectives[i];
      const std::uint32_t group = shared_.of_trace[t][one.group];
      if (!clock.aligned() || !clock.shifts[group]) {
        ++out_.unmatched[t];
        continue;
      }
      const std::int64_t index = one.index - *clock.shifts[group];
      GroupEnd& end = ends_[t][group];
      end.last = std::max(end.last, index);
      if (one.counts) end.last_counted = std::max(end.last_counted, index);
      MatchedCollective& match = found_[{group, index, one.repeat}];
      if (match.parts.empty()) {
        match.group = group;
        match.index = index;
        match.kind = traces_[t].kinds[one.kind];
        match.bytes = one.bytes;
        match.bus_factor = one.bus_factor;
      }
      match.parts.push_back(
          {t, i, one.event, clock.common(one.range.begin_ns), clock.common(one.range.end_ns), 0});
    }
  }

  [[nodiscard]] const RankCollective& own(const CollectivePart& part) const {
    return traces_[part.trace].collectives[part.collective];
  }

  void finish(MatchedCollective& one) {
    find_missing(one);
    const auto later = [](const CollectivePart& a, const CollectivePart& b) {
      return a.arrival_ns < b.arrival_ns;
    };
    const auto last = std::ranges::max_element(one.parts, later);
    const auto first = std::ranges::min_element(one.parts, later);
    one.last = static_cast<std::size_t>(last - one.parts.begin());
    one.skew_ns = saturating_sub(last->arrival_ns, first->arrival_ns);
    one.transfer_ns = one.parts.front().length_ns();
    one.complete = one.parts.size() > std::max<std::size_t>(one.missing.size(), 1) &&
                   std::ranges::all_of(
                       one.missing, [&](std::size_t t) { return one.index > end_of(t, one).last; });
    std::size_t counting = 0;
    one.counts = one.complete;
    for (CollectivePart& part : one.parts) {
      one.transfer_ns = std::min(one.transfer_ns, part.length_ns());
      part.wait_ns = std::min(saturating_sub(last->arrival_ns, part.arrival_ns), part.length_ns());
      if (own(part).counts)
        ++counting;
      else
        one.counts = one.counts && one.index > end_of(part.trace, one).last_counted;
    }
    one.counts = one.counts && 2 * counting > one.parts.size();
    const auto step = own(*last).step;
    if (step) one.step = traces_[last->trace].steps[*step].name;
  }

  void find_missing(MatchedCollective& one) {
    for (const std::size_t t : shared_.groups[one.group].traces) {
      if (!clocks_[t].aligned() || one.part_of(t) != nullptr) continue;
      one.missing.push_back(t);
      ++out_.missing[t];
    }
  }

  using Key = std::tuple<std::uint32_t, std::int64_t, std::uint32_t>;
  /// Where a trace ends, in one of its groups.
  struct GroupEnd {
    std::int64_t last = INT64_MIN;          // its last collective
    std::int64_t last_counted = INT64_MIN;  // the last one in its analysis window
  };

  /// Of a trace that has no collective of the group, nothing is known.
  [[nodiscard]] GroupEnd end_of(std::size_t trace, const MatchedCollective& one) const {
    const auto at = ends_[trace].find(one.group);
    return at == ends_[trace].end() ? GroupEnd{INT64_MAX, INT64_MAX} : at->second;
  }

  std::span<const RankCollectives> traces_;
  const SharedGroups& shared_;
  std::span<const RankClock> clocks_;
  std::map<Key, MatchedCollective> found_;
  std::vector<std::map<std::uint32_t, GroupEnd>> ends_;  // by trace
  MatchedCollectives out_;
};

}  // namespace

std::size_t MatchedCollective::last_together() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(parts, [this](const CollectivePart& part) { return was_last(part); }));
}

Ns MatchedCollective::late_ns() const {
  std::vector<Ns> arrivals;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (p != last) arrivals.push_back(parts[p].arrival_ns);
  }
  if (arrivals.empty()) return 0;
  const auto middle = arrivals.begin() + static_cast<std::ptrdiff_t>(arrivals.size() / 2);
  std::ranges::nth_element(arrivals, middle);
  return saturating_sub(last_part().arrival_ns, *middle);
}

const CollectivePart* MatchedCollective::part_of(std::size_t trace) const {
  const auto at = std::ranges::lower_bound(parts, trace, {}, &CollectivePart::trace);
  return at != parts.end() && at->trace == trace ? &*at : nullptr;
}

MatchedCollectives match_collectives(std::span<const RankCollectives> traces,
                                     const SharedGroups& shared,
                                     std::span<const RankClock> clocks) {
  return CollectiveMatcher(traces, shared, clocks).run();
}

}  // namespace lanescope
